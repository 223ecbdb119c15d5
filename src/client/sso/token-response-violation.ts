import type { TokenResponse } from '../../../generated/sso/types.ts';

/** What is wrong with a successful answer of the token endpoint. An optional member that is null counts as left out. */
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
    return { error: 'malformed_answer', message: 'The answer has no usable tokens and expires_in.' };
  }
  // Token types compare without regard to case (RFC 6749 §7.1).
  const scheme = typeof type === 'string' ? type.toLowerCase() : undefined;
  if (bound && scheme !== 'dpop') {
    return {
      error: 'dpop_not_honored',
      message: 'The provider did not honor DPoP: token_type is not DPoP.',
    };
  }
  if (!bound && scheme !== 'bearer') {
    return { error: 'unexpected_token_type', message: 'The token_type is not Bearer.' };
  }
  return undefined;
}
