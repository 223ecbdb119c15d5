import type { CryptoKey, JWK, KeyObject } from 'jose';

/** A public RSA key: WebCrypto CryptoKey, Node KeyObject or JWK. */
export type Rs256Key = CryptoKey | KeyObject | JWK;

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

/** RFC 7518 §3.3. */
const minModulusBits = 2048;

// Importing a key costs more than a verification.
const imported = new WeakMap<object, Promise<CryptoKey>>();

/**
 * Verifies RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518 §3.3) by WebCrypto.
 *
 * @returns false also for a key that cannot verify RS256 or is shorter than 2048 bits
 */
export async function verifyRs256(key: Rs256Key, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  try {
    const usable = await cryptoKey(key);
    return (
      meetsRs256KeyLength(usable) &&
      (await crypto.subtle.verify(algorithm.name, usable, plainBytes(signature), plainBytes(message)))
    );
  } catch {
    return false;
  }
}

/** @throws DOMException or TypeError when the members are no RSA public key. */
export function importRs256Jwk({ n, e }: { readonly n?: unknown; readonly e?: unknown }): Promise<CryptoKey> {
  // Only the public members are imported.
  return crypto.subtle.importKey('jwk', { kty: 'RSA', n: String(n), e: String(e) }, algorithm, false, ['verify']);
}

/** Returns whether an RSA key has at least 2048 bits (RFC 7518 §3.3). */
export function meetsRs256KeyLength(key: CryptoKey): boolean {
  const bits = 'modulusLength' in key.algorithm ? key.algorithm.modulusLength : undefined;
  return typeof bits === 'number' && bits >= minModulusBits;
}

function cryptoKey(key: Rs256Key): CryptoKey | Promise<CryptoKey> {
  if ('algorithm' in key && 'usages' in key) return key;
  const known = imported.get(key);
  if (known !== undefined) return known;
  const importing = importRs256Jwk(rsaMembers(key));
  imported.set(key, importing);
  return importing;
}

function rsaMembers(key: KeyObject | JWK): JWK {
  // A Node KeyObject exports itself as a JWK; the portable type lacks this method.
  const jwk = 'export' in key && typeof key.export === 'function' ? key.export({ format: 'jwk' }) : key;
  if (jwk.kty === 'RSA') return jwk;
  throw new TypeError('The key is not an RSA key.');
}

/** Returns bytes over a plain ArrayBuffer, as WebCrypto requires. */
function plainBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
    : new Uint8Array(bytes);
}
