import type { SampleHeader } from './credentials.ts';
import { fullUrl, type SampleRequest } from './sample-request.ts';

/** Maximum number of query parameters in the URL; more are written one per line. */
const maxInUrl = 2;

/** Returns a curl command for a POSIX shell. Secrets are environment variables. */
export function curlSample(request: SampleRequest): string {
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
