import type { Credential } from './credentials.ts';
import { objectOf } from './json-value.ts';
import type { Operation } from './read-contract.ts';
import { type SampleOptions, sentParameters, urlPath } from './sample-input.ts';

/** Query parameters that fit into the address; more of them get a line each. */
const inAddress = 2;

/** A request by curl, to be pasted into a POSIX shell. Secrets are variables of the environment. */
export function curlSample(operation: Operation, { baseUrl }: SampleOptions, credential: Credential): string {
  const query = sentParameters(operation, 'query').map(([name, value]) => [name, String(value)] as const);
  const listed = query.length > inAddress;
  const search = listed || query.length === 0 ? '' : `?${new URLSearchParams(query.map(([...pair]) => pair))}`;
  const address = shellQuoted(`${baseUrl}${urlPath(operation)}${search}`);
  const headers = sentParameters(operation, 'header').map(([name, value]) => shellQuoted(`${name}: ${String(value)}`));
  const streams = operation.answers.some(({ content }) => content.some(({ type }) => type === 'text/event-stream'));

  const lines = [
    `curl ${methodFlag(operation, listed)}${streams ? '--no-buffer ' : ''}${address}`,
    ...(listed ? query.map(([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${value}`)}`) : []),
    ...[...credential.curlHeaders(baseUrl), ...headers].map((header) => `--header ${header}`),
    ...bodyFlags(operation),
  ];
  const command = (indent: string) => lines.join(` \\\n${indent}  `);
  return credential.curlSigner === undefined
    ? command('')
    : `${credential.curlSigner(operation.method, address)} |\n  ${command('  ')}`;
}

function methodFlag({ method }: Operation, listed: boolean): string {
  if (listed) return '--get ';
  return method === 'GET' ? '' : `--request ${method} `;
}

function bodyFlags({ body, rawBody }: Operation): readonly string[] {
  const [media] = body;
  const [example] = media?.examples ?? [];
  if (media === undefined || example === undefined) return [];
  if (media.type === 'application/x-www-form-urlencoded') {
    return Object.entries(objectOf(example.value)).map(
      ([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${String(value)}`)}`,
    );
  }
  const compact = JSON.stringify(example.value);
  // What is signed by its bytes is sent by those bytes.
  const text = rawBody || compact.length <= 80 ? compact : JSON.stringify(example.value, null, 2);
  return [`--header 'Content-Type: ${media.type}'`, `--data ${shellQuoted(text)}`];
}

/** As one word of a POSIX shell. */
function shellQuoted(text: string): string {
  return /^[\w:/.@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
