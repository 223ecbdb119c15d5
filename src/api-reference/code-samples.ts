import { type Credential, credentialsOf } from './credentials.ts';
import { curlSample } from './curl-sample.ts';
import { goSample } from './go-sample.ts';
import { asObject } from './json-value.ts';
import { pythonSample } from './python-sample.ts';
import { type DocumentedOperation, readContract } from './read-contract.ts';
import { type SampleOptions, sampleRequest } from './sample-request.ts';
import { typescriptSample } from './typescript-sample.ts';
import type { JsonObject } from '../protocol/json-object.ts';

/** An element of the OpenAPI extension `x-codeSamples`, which other documentation tools also read. */
export interface CodeSample {
  readonly lang: 'Shell' | 'TypeScript' | 'Python' | 'Go';
  readonly label: string;
  readonly source: string;
}

/** Returns samples built from the contract's first examples: one per language, and TypeScript for every accepted credential. */
export function codeSamples(operation: DocumentedOperation, options: SampleOptions): readonly CodeSample[] {
  const credentials = credentialsOf(operation);
  const [preferred] = credentials;
  if (preferred === undefined) return [];
  const request = sampleRequest(operation, options.baseUrl, preferred[1]);
  return [
    { lang: 'Shell', label: 'curl', source: curlSample(request) },
    ...credentials.map(([name, credential]: readonly [string, Credential]) => ({
      lang: 'TypeScript' as const,
      label: credentials.length === 1 || name === '' ? 'TypeScript' : `TypeScript, ${name}`,
      source: typescriptSample(operation, options, credential),
    })),
    { lang: 'Python', label: 'Python', source: pythonSample(request) },
    { lang: 'Go', label: 'Go', source: goSample(request) },
  ];
}

/** Returns the contract with `x-codeSamples` on every operation. */
export function withCodeSamples(document: JsonObject, options: SampleOptions): JsonObject {
  const { operations } = readContract(document);
  const paths: Record<string, unknown> = { ...asObject(document['paths']) };
  for (const operation of operations) {
    const item = asObject(paths[operation.path]);
    const method = operation.method.toLowerCase();
    const samples = codeSamples(operation, options);
    paths[operation.path] = { ...item, [method]: { ...asObject(item[method]), 'x-codeSamples': samples } };
  }
  return { ...document, paths };
}
