import { encodeBase64url } from '../../protocol/base64url.ts';
import { utf8 } from '../../protocol/bytes.ts';

/** Signs tokens with an RSA key that exists in this process only. */
export interface TestTokenSigner {
  readonly sign: (typ: 'JWT' | 'at+jwt', claims: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Key set document (RFC 7517 §5). */
  readonly keySet: () => Promise<{ readonly keys: readonly JsonWebKey[] }>;
}

const kid = 'test-key';
const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};

export function createTestTokenSigner(): TestTokenSigner {
  let pair: Promise<CryptoKeyPair> | undefined;
  const keys = () => (pair ??= crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']));
  return {
    sign: async (typ, claims) => {
      const header = { typ, alg: 'RS256', kid };
      const parts = [header, claims].map((part) => encodeBase64url(utf8(JSON.stringify(part))));
      const input = parts.join('.');
      const signature = await crypto.subtle.sign(algorithm.name, (await keys()).privateKey, utf8(input));
      return `${input}.${encodeBase64url(new Uint8Array(signature))}`;
    },
    keySet: async () => {
      const { kty, n, e } = await crypto.subtle.exportKey('jwk', (await keys()).publicKey);
      return { keys: [{ kty, n, e, kid, alg: 'RS256', use: 'sig' } as JsonWebKey] };
    },
  };
}
