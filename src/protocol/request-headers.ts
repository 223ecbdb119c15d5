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

interface Authorization {
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
