import { type Credential, credentialsOf, type SampleHeader } from './credentials.ts';
import { goSample } from './go-sample.ts';
import { pythonSample } from './python-sample.ts';
import { type DocumentedOperation, readContract, asObject } from './read-contract.ts';
import { type SampleOptions, sampleRequest, fullUrl, type SampleRequest } from './sample-request.ts';
import { typescriptSample } from './typescript-sample.ts';
import type { JsonObject } from '../protocol/json-object.ts';

/** Maximum number of query parameters in the URL; more are written one per line. */
const maxInUrl = 2;

/** Returns a curl command for a POSIX shell. Secrets are environment variables. */
function curlSample(request: SampleRequest): string {
  const { method, url, query, headers, signed, body, streams } = request;
  const listed = query.length > maxInUrl;
  const address = shellQuoted(listed ? url : fullUrl(request));
  const flags = listed ? '--get ' : method === 'GET' ? '' : `--request ${method} `;
  const lines = [
    `curl ${flags}${streams ? '--no-buffer ' : ''}${address}`,
    ...(listed ? query.map(([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${value}`)}`) : []),
    ...(signed ? ['--header @-'] : []),
    ...headers.map((header) => `--header ${headerWord(header)}`),
    ...bodyFlags(body),
  ];
  const command = (indent: string) => lines.join(` \\\n${indent}  `);
  return signed ? `agent-id-auth header --raw --method ${method} --url ${address} |\n  ${command('  ')}` : command('');
}

const headerWord = ({ name, text, secret }: SampleHeader): string =>
  secret === undefined ? shellQuoted(`${name}: ${text}`) : `"${name}: ${text}$${secret}"`;

function bodyFlags(body: SampleRequest['body']): readonly string[] {
  if (body === undefined) return [];
  if (body.kind === 'form')
    return body.fields.map(([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${value}`)}`);
  return [`--header 'Content-Type: ${body.type}'`, `--data ${shellQuoted(body.text)}`];
}

/** Quotes text as one word of a POSIX shell. */
function shellQuoted(text: string): string {
  return /^[\w:/.@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

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
