import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withCodeSamples } from './code-samples.ts';
import type { SampleOptions } from './sample-request.ts';
import { type DocumentationPage, documentationPage, relativeLink } from './documentation-page.ts';
import { type DocumentedContract, readContract, asObject } from './read-contract.ts';
import { referencePages } from './reference-pages.ts';
import { navigationBar, type NavigationLink } from '../html/page-parts.ts';
import { type Html, html } from '../html/html.ts';

export interface ServedReferenceOptions extends SampleOptions {
  readonly navigation: readonly NavigationLink[];
  /** Replaces the addresses in examples and texts by those of this platform. */
  readonly ownAddresses: (text: string) => string;
}

/**
 * Returns the files of a service's own reference by their paths: `docs.html` and those below `docs/`, and the page of its
 * root.
 *
 * @param contract the bundled contract
 */
export async function referenceFiles(
  contract: object,
  options: ServedReferenceOptions,
): Promise<ReadonlyMap<string, string>> {
  const document = asObject(JSON.parse(options.ownAddresses(JSON.stringify(contract))));
  const assets = await readAssets();
  const reading = readContract(document);
  const { area, baseUrl } = options;
  const navigation = navigationBar(options.navigation, 'documentation');
  const frame = (path: string): ReturnType<Parameters<typeof referencePages>[1]['frame']> => ({
    navigation,
    home: { href: relativeLink(path, 'docs.html'), text: reading.title },
    links: [],
    assets: {
      style: relativeLink(path, 'docs/reference.css'),
      icon: relativeLink(path, 'docs/reference.svg'),
      script: assets.has('reference.js') ? relativeLink(path, 'docs/reference.js') : undefined,
    },
  });
  const contractPath = 'docs/openapi.json';
  return new Map([
    ...[...assets].map(([name, content]) => [`docs/${name}`, content] as const),
    ...referencePages(reading, { area, root: 'docs', baseUrl, calls: 'own-origin', contractPath, frame }),
    ['index.html', rootPage(reading, { ...frame('index.html'), baseUrl })],
    [contractPath, JSON.stringify(withCodeSamples(document, options))],
  ]);
}

const here = import.meta.dirname;
const shared = join(here, '..', 'html');

/** Parts of each file, in cascade order. The script is built by `npm run prepare` from `browser/main.ts`. */
const files: readonly (readonly [name: string, paths: readonly string[]])[] = [
  [
    'reference.css',
    [
      join(shared, 'theme.css'),
      ...['page.css', 'contents.css', 'samples.css', 'lists.css'].map((name) => join(here, 'styles', name)),
      join(shared, 'highlight.css'),
      join(shared, 'navigation-bar.css'),
    ],
  ],
  ['reference.svg', [join(here, 'icon.svg')]],
  ['reference.js', [join(here, '..', '..', 'dist', 'web', 'reference.js')]],
];

/** Reads the style sheet, icon and script of all pages; skips a file that is not built, without which pages work. */
export async function readAssets(): Promise<ReadonlyMap<string, string>> {
  const read = files.map(async ([name, paths]) => {
    const parts = await Promise.all(paths.map((path) => readFile(path, 'utf8'))).catch(() => undefined);
    return parts ? [[name, parts.join('\n')] as const] : [];
  });
  return new Map((await Promise.all(read)).flat());
}

export interface RootPageOptions extends Pick<DocumentationPage, 'navigation' | 'assets'> {
  readonly baseUrl: string;
}

/** Renders the page at the root of a service that has no other page there: what the service is and where its reference is. */
function rootPage(contract: DocumentedContract, { navigation, assets, baseUrl }: RootPageOptions): string {
  const { title, version, summary, operations } = contract;
  return documentationPage({
    title,
    home: { href: '/', text: title },
    links: [{ href: 'docs.html', text: 'API reference' }],
    navigation,
    assets,
    content: html`<header class="title">
        <h1>${title} <small>${version}</small></h1>
        ${summary !== undefined && html`<p class="lead">${summary}</p>`}
        <p class="hint"><code>${baseUrl}</code></p>
      </header>
      <p>This address is an API for programs. Its reference describes every operation, with samples to copy.</p>
      <ul class="cards">
        ${card('docs.html', 'API reference', `${operations.length} operations, each with samples in four languages`)}
        ${card('docs/openapi.json', 'OpenAPI 3.1 contract', 'For generators, mock servers and fuzzers')}
      </ul>`,
  });
}

const card = (href: string, title: string, text: string): Html =>
  html`<li>
    <h3><a href="${href}">${title}</a></h3>
    <p>${text}</p>
  </li>`;
