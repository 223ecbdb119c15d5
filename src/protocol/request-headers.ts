/**
 * Header lines as received, repeated lines included: `[...request.headers]` of a fetch Request, or headerPairs of Node's
 * request.rawHeaders. Node's request.headers is unsuitable because it drops a second Authorization header.
 */
export type RawHeaders = Iterable<readonly [name: string, value: string]>;

/** Converts Node's flat rawHeaders list (name, value, name, value …) to pairs. */
export function headerPairs(rawHeaders: readonly string[]): readonly (readonly [name: string, value: string])[] {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    pairs.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  }
  return pairs;
}

/** Returns all values of a header. @param name in lowercase */
export function headerValues(headers: RawHeaders, name: string): readonly string[] {
  const values: string[] = [];
  for (const [sent, value] of headers) {
    // Most names differ in length, which costs nothing to compare.
    if (sent.length === name.length && sent.toLowerCase() === name) values.push(value);
  }
  return values;
}

/** `invalid_scheme`: another scheme, a repeated header, or a value that is not scheme and token. */
export type AuthorizationErrorCode = 'missing_authorization' | 'invalid_scheme';

export class AuthorizationError extends Error {
  readonly code: AuthorizationErrorCode;

  constructor(code: AuthorizationErrorCode, message: string) {
    super(message);
    this.name = 'AuthorizationError';
    this.code = code;
  }
}

export interface Authorization {
  /** In lowercase, since schemes are case-insensitive (RFC 9110 §11.1). */
  readonly scheme: string;
  readonly token: string;
}

/** Credentials with a token68 (RFC 9110 §11.4): scheme, spaces, token. */
const credentials = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+) +([A-Za-z0-9\-._~+/]+=*)$/;

/**
 * Parses the Authorization header of a request. Rejects a second header, because two servers on the path could each use
 * a different one.
 *
 * @returns undefined without a header
 * @throws AuthorizationError invalid_scheme
 */
export function findAuthorization(headers: RawHeaders): Authorization | undefined {
  const [value, ...more] = headerValues(headers, 'authorization');
  if (value === undefined) return undefined;
  if (more.length > 0) {
    throw new AuthorizationError(
      'invalid_scheme',
      'The request has more than one Authorization header: send exactly one.',
    );
  }
  const [, scheme, token] = credentials.exec(value) ?? [];
  if (scheme === undefined || token === undefined) {
    throw new AuthorizationError('invalid_scheme', 'The Authorization header is not a scheme followed by one token.');
  }
  return { scheme: scheme.toLowerCase(), token };
}

/**
 * Parses the Authorization header that a request must have.
 *
 * @throws AuthorizationError
 */
export function parseAuthorization(headers: RawHeaders): Authorization {
  const authorization = findAuthorization(headers);
  if (authorization !== undefined) return authorization;
  throw new AuthorizationError('missing_authorization', 'The request has no Authorization header.');
}

/**
 * Returns the token of a request under a scheme.
 *
 * @throws AuthorizationError
 */
export function authorizationToken(headers: RawHeaders, scheme: 'DPoP' | 'Bearer'): string {
  const authorization = parseAuthorization(headers);
  if (authorization.scheme === scheme.toLowerCase()) return authorization.token;
  throw new AuthorizationError(
    'invalid_scheme',
    `The Authorization scheme is not ${scheme}: send Authorization: ${scheme} <access token>.`,
  );
}

/** A language range with its weight; `*` stands for any language. */
interface LanguageRange {
  /** Lower case. */
  readonly range: string;
  readonly quality: number;
}

/** RFC 4647 §2.1, with the weight of RFC 9110 §12.4.2. */
const weightedRange = /^([a-z]{1,8}(?:-[a-z0-9]{1,8})*|\*)(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

/** Maximum number of ranges that are read of one list; people configure fewer. */
const maxRanges = 32;

/** Reads `Accept-Language` (RFC 9110 §12.5.4), the most preferred range first. Malformed ranges are left out. */
function readAcceptLanguage(header: string): readonly LanguageRange[] {
  return header
    .split(',', maxRanges)
    .map((part) => weightedRange.exec(part.trim()))
    .filter((match) => match !== null)
    .map(([, range = '', quality = '1']) => ({ range: range.toLowerCase(), quality: Number(quality) }))
    .sort((a, b) => b.quality - a.quality);
}

/** Returns a range and the ranges that it falls back to: `zh-hant-tw`, `zh-hant`, `zh` (RFC 4647 §3.4). */
function fallbacks(range: string): readonly string[] {
  const subtags = range.split('-');
  const shorter = subtags.map((_, index) => subtags.slice(0, subtags.length - index));
  // A single character introduces what follows it, so that it never ends a range.
  return shorter.filter((tags) => tags.at(-1)?.length !== 1).map((tags) => tags.join('-'));
}

/** Finds the language that a range names, the most specific one first. */
function lookUp<Language extends string>(range: string, supported: readonly Language[]): Language | undefined {
  for (const shorter of fallbacks(range)) {
    const found = supported.find((language) => language === shorter);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns the supported language that `Accept-Language` prefers; undefined when it accepts none of them.
 *
 * @param supported language tags in lower case; `*` stands for the first one that the header does not name
 */
export function acceptedLanguage<Language extends string>(
  header: string,
  supported: readonly Language[],
): Language | undefined {
  const ranges = readAcceptLanguage(header);
  const named = ranges.map(({ range }) => lookUp(range, supported));
  const refused = ranges.filter(({ quality }) => quality === 0).map(({ range }) => range);
  const acceptable = supported.filter((language) => !refused.includes(language));
  for (const { range } of ranges.filter(({ quality }) => quality > 0)) {
    const found = range === '*' ? acceptable.find((language) => !named.includes(language)) : lookUp(range, acceptable);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the supported language that `ui_locales` prefers (OpenID Connect Core 1.0 §3.1.2.1); undefined without one. */
export function uiLanguage<Language extends string>(
  uiLocales: string,
  supported: readonly Language[],
): Language | undefined {
  for (const tag of uiLocales.toLowerCase().split(' ', maxRanges)) {
    const found = lookUp(tag, supported);
    if (found !== undefined) return found;
  }
  return undefined;
}
