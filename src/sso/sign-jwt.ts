import type { SigningKey } from './signing-keys.ts';

/**
 * Header members `typ` of what the provider signs: RFC 9068 §2.1, draft-ietf-oauth-status-list-17 §5.1, attestations,
 * OpenID Connect Back-Channel Logout 1.0 §2.4, and calls of other services.
 */
export type SignedJwtType = 'at+jwt' | 'JWT' | 'statuslist+jwt' | 'attestation+jwt' | 'logout+jwt' | 'service+jwt';

/** Signs a JWT with RS256 (RFC 7515 §7.1). */
export async function signRs256Jwt(typ: SignedJwtType, claims: object, key: SigningKey): Promise<string> {
  const signingInput = `${segment({ alg: 'RS256', typ, kid: key.kid })}.${segment(claims)}`;
  const signature = await key.sign(Buffer.from(signingInput));
  return `${signingInput}.${Buffer.from(signature).toString('base64url')}`;
}

const segment = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
