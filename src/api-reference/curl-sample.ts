import type { Credential } from './credentials.ts';
import { asObject } from './json-value.ts';
import type { DocumentedOperation } from './read-contract.ts';
import { type SampleOptions, sentParameters, urlPath } from './sample-input.ts';

/** Maximum number of query parameters in the URL; more are written one per line. */
const maxInUrl = 2;

/** Returns a curl command for a POSIX shell. Secrets are environment variables. */
export function curlSample(operation: DocumentedOperation, { baseUrl }: SampleOptions, credential: Credential): string {
  const query = sentParameters(operation, 'query').map(([name, value]) => [name, String(value)] as const);
  const listed = query.length > maxInUrl;
  const search = listed || query.length === 0 ? '' : `?${new URLSearchParams(query.map(([...pair]) => pair))}`;
  const address = shellQuoted(`${baseUrl}${urlPath(operation)}${search}`);
  const headers = sentParameters(operation, 'header').map(([name, value]) => shellQuoted(`${name}: ${String(value)}`));
  const streams = operation.responses.some(({ content }) => content.some(({ type }) => type === 'text/event-stream'));

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

function methodFlag({ method }: DocumentedOperation, listed: boolean): string {
  if (listed) return '--get ';
  return method === 'GET' ? '' : `--request ${method} `;
}

function bodyFlags({ body, rawBody }: DocumentedOperation): readonly string[] {
  const [media] = body;
  const [example] = media?.examples ?? [];
  if (media === undefined || example === undefined) return [];
  if (media.type === 'application/x-www-form-urlencoded') {
    return Object.entries(asObject(example.value)).map(
      ([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${String(value)}`)}`,
    );
  }
  const compact = JSON.stringify(example.value);
  // A signature covers the exact bytes, so this body is not reformatted.
  const text = rawBody || compact.length <= 80 ? compact : JSON.stringify(example.value, null, 2);
  return [`--header 'Content-Type: ${media.type}'`, `--data ${shellQuoted(text)}`];
}

/** Quotes text as one word of a POSIX shell. */
function shellQuoted(text: string): string {
  return /^[\w:/.@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
