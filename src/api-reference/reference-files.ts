import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SampleOptions, withCodeSamples } from './code-samples.ts';
import { type DocumentationPage, documentationPage, documentationPolicy } from './documentation-page.ts';
import { asObject } from './json-value.ts';
import { type DocumentedContract, readContract } from './read-contract.ts';
import { referencePage } from './reference-page.ts';
import { navigationBar, type NavigationLink } from '../html/navigation-bar.ts';
import { type Html, html } from '../html/html.ts';

/** A file below `/docs`: the page, its assets, or the contract with samples. */
export interface ReferenceFile extends DocumentationAsset {
  /** Content-Security-Policy; set for the page only. */
  readonly policy?: string;
}

export interface ServedReferenceOptions extends SampleOptions {
  /** Links of the bar above the pages. */
  readonly navigation: readonly NavigationLink[];
  /** Replaces the addresses in examples and texts by those of this platform. */
  readonly ownAddresses: (text: string) => string;
}

/**
 * Returns the files that a service serves at `/docs` and below, and the page of its root (`root.html`).
 *
 * @param contract the bundled contract
 */
export async function referenceFiles(
  contract: object,
  options: ServedReferenceOptions,
): Promise<readonly ReferenceFile[]> {
  const document = asObject(JSON.parse(options.ownAddresses(JSON.stringify(contract))));
  const assets = await readAssets();
  const reading = readContract(document);
  const { area, baseUrl } = options;
  const frame = {
    navigation: navigationBar(options.navigation, 'documentation'),
    assets: {
      style: 'docs/reference.css',
      icon: 'docs/reference.svg',
      script: assets.some(({ name }) => name === 'reference.js') ? 'docs/reference.js' : undefined,
    },
  };
  const page = (name: string, content: string): ReferenceFile => ({
    name,
    type: 'text/html; charset=utf-8',
    content,
    policy: `${documentationPolicy}; frame-ancestors 'none'`,
  });
  const reference = referencePage(reading, {
    area,
    baseUrl,
    calls: 'own-origin',
    ...frame,
    home: { href: 'docs', text: reading.title },
    links: [],
    contractHref: 'docs/openapi.json',
  });
  return [
    ...assets,
    page('index.html', reference),
    page('root.html', rootPage(reading, { ...frame, baseUrl })),
    {
      name: 'openapi.json',
      type: 'application/json; charset=utf-8',
      content: JSON.stringify(withCodeSamples(document, options)),
    },
  ];
}

/** A file that documentation pages load. */
interface DocumentationAsset {
  readonly name: string;
  readonly type: string;
  readonly content: string;
}

const here = import.meta.dirname;

/** In cascade order. */
const styles = ['page', 'contents'];

const files = [
  {
    name: 'reference.css',
    type: 'text/css; charset=utf-8',
    paths: [
      join(here, '..', 'html', 'theme.css'),
      ...styles.map((style) => join(here, 'styles', `${style}.css`)),
      join(here, '..', 'html', 'navigation-bar.css'),
    ],
  },
  { name: 'reference.svg', type: 'image/svg+xml', paths: [join(here, 'icon.svg')] },
  {
    name: 'reference.js',
    type: 'text/javascript; charset=utf-8',
    // Built by `npm run prepare` from `browser/main.ts`; pages work without it.
    paths: [join(here, '..', '..', 'dist', 'web', 'reference.js')],
  },
];

/** Reads the style sheet, icon and script of all pages; skips files that are not built. */
export async function readAssets(): Promise<readonly DocumentationAsset[]> {
  const read = files.map(async ({ name, type, paths }) => {
    const parts = await Promise.all(paths.map((path) => readFile(path, 'utf8'))).catch(() => undefined);
    return parts ? [{ name, type, content: parts.join('\n') }] : [];
  });
  return (await Promise.all(read)).flat();
}

export interface RootPageOptions extends Pick<DocumentationPage, 'navigation' | 'assets'> {
  /** Public address of the service. */
  readonly baseUrl: string;
}

/** Renders the page at the root of a service that has no other page there: what the service is and where its reference is. */
function rootPage(contract: DocumentedContract, { navigation, assets, baseUrl }: RootPageOptions): string {
  const { title, version, summary, operations } = contract;
  return documentationPage({
    title,
    home: { href: '/', text: title },
    links: [{ href: 'docs', text: 'API reference' }],
    navigation,
    assets,
    content: html`<header class="title">
        <h1>${title} <small>${version}</small></h1>
        ${summary !== undefined && html`<p class="lead">${summary}</p>`}
        <p class="hint"><code>${baseUrl}</code></p>
      </header>
      <p>This address is an API for programs. Its reference describes every operation, with samples to copy.</p>
      <ul class="cards">
        ${card('docs', 'API reference', `${operations.length} operations, each with curl and TypeScript`)}
        ${card('docs/openapi.json', 'OpenAPI 3.1 contract', 'For generators, mock servers and fuzzers')}
      </ul>`,
  });
}

const card = (href: string, title: string, text: string): Html =>
  html`<li>
    <h3><a href="${href}">${title}</a></h3>
    <p>${text}</p>
  </li>`;
