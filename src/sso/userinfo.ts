import type { TokenCaller } from './caller.ts';

/** OpenID Connect Core §5.3.2; `aud` tells to which application the token was issued. */
export function userinfo({ sub, clientId }: TokenCaller): { readonly sub: string; readonly aud: string } {
  return { sub, aud: clientId };
}
