import type { JWK, JWTPayload } from 'jose';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { encodeBase64url } from '../base64url.ts';
import { utf8 } from '../bytes.ts';
import type { JsonObject } from '../json-object.ts';
import type { KeyResolver } from '../signed-jwt.ts';
import { rfc8037Signer } from './ed25519-signer.ts';

export const issuer = 'https://sso.example';
export const clientId = '00000006010000000000000000000001';
export const now = 1_772_357_400;

/** A sign-in provider with a key set of two keys: `k1` signs, `k2` is another one. */
export interface Provider {
  readonly keys: KeyResolver;
  /** The same keys as the provider's key set document. */
  readonly jwks: { readonly keys: readonly JWK[] };
  /** Signs a token, once for equal arguments: RSA signatures are slow. */
  readonly token: (header: JsonObject, claims: JsonObject, signer?: 'k1' | 'k2') => Promise<string>;
}

export async function createProvider(): Promise<Provider> {
  const [k1, k2] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const pairs = new Map([
    ['k1', k1],
    ['k2', k2],
  ]);
  const published = Array.from(pairs, async ([kid, { publicKey }]) => ({
    ...(await exportJWK(publicKey)),
    kid,
    use: 'sig',
    alg: 'RS256',
  }));
  const jwks = { keys: await Promise.all(published) };
  const signed = new Map<string, Promise<string>>();
  return {
    jwks,
    keys: (kid) => Promise.resolve(pairs.get(kid)?.publicKey),
    token(header, claims, signer = 'k1') {
      const wanted = JSON.stringify([header, claims, signer]);
      const token = signed.get(wanted) ?? sign(header, claims, (signer === 'k1' ? k1 : k2).privateKey);
      signed.set(wanted, token);
      return token;
    },
  };
}

/** Signs with RS256 whatever the header says, since tests need headers that lie. */
async function sign(header: JsonObject, claims: JsonObject, key: CryptoKey): Promise<string> {
  const payload = utf8(JSON.stringify(claims));
  const honest = header['alg'] === 'RS256' && !('crit' in header);
  if (honest) return new CompactSign(payload).setProtectedHeader({ ...header, alg: 'RS256' }).sign(key);
  const signingInput = `${encodeBase64url(utf8(JSON.stringify(header)))}.${encodeBase64url(payload)}`;
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', key, utf8(signingInput));
  return `${signingInput}.${encodeBase64url(new Uint8Array(signature))}`;
}

export const accessTokenHeader = { typ: 'at+jwt', alg: 'RS256', kid: 'k1' } as const;

/** Claims of an access token that is good at `now`, bound to the key of RFC 8037. */
export const accessTokenClaims = {
  iss: issuer,
  sub: '5f3c9a1e7b2d4860a1c2e3f405162738',
  aud: [clientId, issuer],
  client_id: clientId,
  jti: 'at-1',
  scope: 'openid',
  iat: now - 10,
  exp: now + 890,
  cnf: { jkt: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k' },
} as const satisfies JWTPayload;

export const idTokenHeader = { typ: 'JWT', alg: 'RS256', kid: 'k1' } as const;

/** Claims of an ID token that is good at `now`. */
export const idTokenClaims = {
  iss: issuer,
  sub: accessTokenClaims.sub,
  aud: clientId,
  nonce: 'n-0S6_WzA2Mj',
  auth_time: now - 10,
  jti: 'id-1',
  iat: now - 10,
  exp: now + 3590,
  cnf: accessTokenClaims.cnf,
} as const satisfies JWTPayload;

/** The key that the tokens are bound to. */
export const agent = rfc8037Signer;
