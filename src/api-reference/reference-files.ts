import { type DocumentationAsset, readAssets } from './assets.ts';
import { withCodeSamples } from './code-samples.ts';
import { documentationPolicy } from './documentation-page.ts';
import { asObject } from './json-value.ts';
import { readContract } from './read-contract.ts';
import { referencePage } from './reference-page.ts';
import type { SampleOptions } from './sample-input.ts';

/** A file below `/docs`: the page, its assets, or the contract with samples. */
export interface ReferenceFile extends DocumentationAsset {
  /** Content-Security-Policy; set for the page only. */
  readonly policy?: string;
}

/** Returns the files that a service serves at `/docs` and below. @param contract the bundled contract */
export async function referenceFiles(contract: object, options: SampleOptions): Promise<readonly ReferenceFile[]> {
  const document = asObject(contract);
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
      policy: `${documentationPolicy}; frame-ancestors 'none'`,
    },
    {
      name: 'openapi.json',
      type: 'application/json; charset=utf-8',
      content: JSON.stringify(withCodeSamples(document, options)),
    },
  ];
}
