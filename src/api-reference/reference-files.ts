import { type DocumentationAsset, readAssets } from './assets.ts';
import { withCodeSamples } from './code-samples.ts';
import { documentationPolicy } from './documentation-page.ts';
import { asObject } from './json-value.ts';
import { readContract } from './read-contract.ts';
import { referencePage } from './reference-page.ts';
import { rootPage } from './root-page.ts';
import type { SampleOptions } from './sample-input.ts';
import { navigationBar, type NavigationLink } from '../html/navigation-bar.ts';

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
