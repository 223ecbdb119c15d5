import type { TokenResponse } from '../../../generated/sso/types.ts';

/** Returns what is wrong with a successful token response, or undefined. An optional member that is null counts as omitted. */
export function findTokenResponseViolation(
  {
    access_token: accessToken,
    token_type: type,
    expires_in: seconds,
    refresh_token: refresh,
    id_token: id,
  }: TokenResponse,
  bound: boolean,
): { readonly error: string; readonly message: string } | undefined {
  const texts = [accessToken, refresh ?? 'none', id ?? 'none'].every(
    (token) => typeof token === 'string' && token !== '',
  );
  if (!texts || !(seconds >= 0)) {
    return { error: 'malformed_answer', message: 'The token response has no tokens or expires_in.' };
  }
  // Token types are case-insensitive (RFC 6749 §7.1).
  const scheme = typeof type === 'string' ? type.toLowerCase() : undefined;
  if (bound && scheme !== 'dpop') {
    return {
      error: 'dpop_not_honored',
      message: 'The tokens are not bound to the key (token_type).',
    };
  }
  if (!bound && scheme !== 'bearer') {
    return { error: 'unexpected_token_type', message: 'The token_type is not Bearer.' };
  }
  return undefined;
}
