import { type CryptoKey, importJWK } from 'jose';
import { isJsonObject } from './json-object.ts';

/** The RS256 keys of a key set, by kid. */
export type KeySet = ReadonlyMap<string, CryptoKey>;

const minModulusBits = 2048;

/**
 * The keys of a key set document (RFC 7517 §5) that can verify RS256: RSA, for signatures, 2048 bits or more. Others
 * are passed over, and so is everything that is no key set at all.
 *
 * @param known keys that are already imported: the same key stays the same object
 */
export async function readKeySet(document: unknown, known?: KeySet): Promise<KeySet> {
  const listed: readonly unknown[] =
    isJsonObject(document) && Array.isArray(document['keys']) ? document['keys'] : [];
  const imported = await Promise.all(
    listed.filter(isSigningKey).map(async (jwk): Promise<[string, CryptoKey] | undefined> => {
      const before = known?.get(jwk.kid);
      if (before && (await sameKey(before, jwk))) return [jwk.kid, before];
      // Only the public members count, whatever else the document says.
      const key = await importJWK({ kty: 'RSA', n: jwk.n, e: jwk.e }, 'RS256').catch(() => undefined);
      return key && !(key instanceof Uint8Array) && isLong(key) ? [jwk.kid, key] : undefined;
    }),
  );
  return new Map(imported.filter((entry) => entry !== undefined));
}

interface SigningJwk {
  readonly kid: string;
  readonly n: string;
  readonly e: string;
}

function isSigningKey(value: unknown): value is SigningJwk {
  if (!isJsonObject(value) || value['kty'] !== 'RSA') return false;
  if (value['use'] !== undefined && value['use'] !== 'sig') return false;
  if (value['alg'] !== undefined && value['alg'] !== 'RS256') return false;
  return typeof value['kid'] === 'string' && typeof value['n'] === 'string' && typeof value['e'] === 'string';
}

function isLong({ algorithm }: CryptoKey): boolean {
  const bits = 'modulusLength' in algorithm ? algorithm.modulusLength : undefined;
  return typeof bits === 'number' && bits >= minModulusBits;
}

async function sameKey(key: CryptoKey, { n, e }: SigningJwk): Promise<boolean> {
  const exported = await crypto.subtle.exportKey('jwk', key);
  return exported.n === n && exported.e === e;
}
