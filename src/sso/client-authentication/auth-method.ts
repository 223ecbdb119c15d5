/** What `aud` of a client assertion is: the issuer alone, or also the URL of the token endpoint. */
export type AssertionAudience = 'issuer' | 'token_endpoint';

/** How a client authenticates at the token endpoint (OpenID Connect Core §9, RFC 7591 §2). `none`: a public client. */
export type ClientAuthMethod = 'none' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';

export const clientAuthMethods = [
  'none',
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
] as const satisfies readonly ClientAuthMethod[];

/** Algorithms of client assertions. */
export const assertionAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'] as const;

export const usesSecret = (method: ClientAuthMethod): boolean =>
  method === 'client_secret_basic' || method === 'client_secret_post';
