import type { TokenCaller } from './caller.ts';

/** Returns the userinfo response (OpenID Connect Core §5.3.2); `aud` is the client of the token. */
export function userinfo({ sub, clientId }: TokenCaller): { readonly sub: string; readonly aud: string } {
  return { sub, aud: clientId };
}
