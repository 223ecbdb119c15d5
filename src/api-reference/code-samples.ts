import { curlSample } from './curl-sample.ts';
import { type Credential, credentialsOf } from './credentials.ts';
import { type Operation, readContract } from './read-contract.ts';
import type { SampleOptions } from './sample-input.ts';
import { typescriptSample } from './typescript-sample.ts';
import type { JsonObject } from '../protocol/json-object.ts';
import { objectOf } from './json-value.ts';

/** Shaped like an element of `x-codeSamples`, which other tools that show contracts read, too. */
export interface CodeSample {
  readonly lang: 'Shell' | 'TypeScript';
  readonly label: string;
  readonly source: string;
}

/** How to send an operation, by the contract's own first examples: with curl, and with the client in each way to sign. */
export function codeSamples(operation: Operation, options: SampleOptions): readonly CodeSample[] {
  const ways = credentialsOf(operation);
  const [usual] = ways;
  return [
    ...(usual === undefined
      ? []
      : [{ lang: 'Shell' as const, label: 'curl', source: curlSample(operation, options, usual[1]) }]),
    ...ways.map(([name, credential]: readonly [string, Credential]) => ({
      lang: 'TypeScript' as const,
      label: ways.length === 1 || name === '' ? 'TypeScript' : `TypeScript, ${name}`,
      source: typescriptSample(operation, options, credential),
    })),
  ];
}

/** The contract itself, with `x-codeSamples` on every operation. */
export function withCodeSamples(document: JsonObject, options: SampleOptions): JsonObject {
  const { operations } = readContract(document);
  const paths: Record<string, unknown> = { ...objectOf(document['paths']) };
  for (const operation of operations) {
    const item = objectOf(paths[operation.path]);
    const method = operation.method.toLowerCase();
    const samples = codeSamples(operation, options);
    paths[operation.path] = { ...item, [method]: { ...objectOf(item[method]), 'x-codeSamples': samples } };
  }
  return { ...document, paths };
}
