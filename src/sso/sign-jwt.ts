import type { SigningKey } from './signing-keys.ts';

/** Signs a JWT with RS256 (RFC 7515 §7.1). @param typ header member: `at+jwt` (RFC 9068 §2.1) or `JWT` */
export async function signRs256Jwt(typ: 'at+jwt' | 'JWT', claims: object, key: SigningKey): Promise<string> {
  const signingInput = `${segment({ alg: 'RS256', typ, kid: key.kid })}.${segment(claims)}`;
  const signature = await key.sign(Buffer.from(signingInput));
  return `${signingInput}.${Buffer.from(signature).toString('base64url')}`;
}

const segment = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
