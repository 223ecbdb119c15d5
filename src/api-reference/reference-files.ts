import { readAssets, type Asset } from './assets.ts';
import { withCodeSamples } from './code-samples.ts';
import { pagePolicy } from './frame.ts';
import { objectOf } from './json-value.ts';
import { readContract } from './read-contract.ts';
import { referencePage } from './reference-page.ts';
import type { SampleOptions } from './sample-input.ts';

/** A file of a service's reference: its page, what the page loads, and the contract with samples. */
export interface ReferenceFile extends Asset {
  /** Where the page may reach; for the page alone. */
  readonly policy?: string;
}

/** The reference of one service, as served at `/docs` and below. @param contract the bundled contract */
export async function referenceFiles(contract: object, options: SampleOptions): Promise<readonly ReferenceFile[]> {
  const document = objectOf(contract);
  const assets = await readAssets();
  const reading = readContract(document);
  const markup = referencePage(reading, {
    ...options,
    home: { href: 'docs', text: reading.title },
    links: [],
    contractHref: 'docs/openapi.json',
    assets: {
      style: 'docs/reference.css',
      icon: 'docs/reference.svg',
      script: assets.some(({ name }) => name === 'reference.js') ? 'docs/reference.js' : undefined,
    },
  });
  return [
    ...assets,
    {
      name: 'index.html',
      type: 'text/html; charset=utf-8',
      content: markup,
      policy: `${pagePolicy}; frame-ancestors 'none'`,
    },
    {
      name: 'openapi.json',
      type: 'application/json; charset=utf-8',
      content: JSON.stringify(withCodeSamples(document, options)),
    },
  ];
}
