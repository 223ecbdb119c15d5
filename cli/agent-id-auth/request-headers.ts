import { Failure } from '../shared/failure.ts';

/** Headers that the toolkit or `fetch` sets (RFC 9449 §7.1; Fetch standard, forbidden request headers). */
const reserved = new Set([
  'authorization',
  'dpop',
  'host',
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** A field name (RFC 9110 §5.1), and a field value in printable ASCII (§5.5). */
const field = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\x20-\x7e\t]*?)[ \t]*$/;

/**
 * Parses the headers of --header.
 * @throws Failure invalid_flag
 */
export function parseHeaders(lines: readonly string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name, value] = field.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new Failure('invalid_flag', `--header accepts "Name: value", not ${JSON.stringify(line)}.`);
    const key = name.toLowerCase();
    if (reserved.has(key)) throw new Failure('invalid_flag', `--header cannot set ${name}; the toolkit sets it.`);
    if (key === 'content-type')
      throw new Failure('invalid_flag', 'Use --content-type instead of --header for Content-Type.');
    if (Object.hasOwn(headers, key)) throw new Failure('invalid_flag', `--header sets ${name} more than once.`);
    headers[key] = value;
  }
  return headers;
}
