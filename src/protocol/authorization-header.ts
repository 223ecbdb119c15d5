import type { RawHeaders } from './raw-headers.ts';
import { headerValues } from './raw-headers.ts';

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
