import type { CryptoKey } from 'jose';
import { isJsonObject } from './json-object.ts';
import { importRs256Jwk, meetsRs256KeyLength } from './rs256.ts';

/** An imported key of a key set with its JWK members. */
export interface KeySetEntry {
  readonly key: CryptoKey;
  readonly n: string;
  readonly e: string;
  /** End of signing, Unix seconds; undefined while the key signs or will sign. */
  readonly until?: number | undefined;
}

/** The RS256 keys of a key set, by kid. */
export type KeySet = ReadonlyMap<string, KeySetEntry>;

/**
 * Imports the keys of a key set document (RFC 7517 §5) that can verify RS256: RSA, for signatures, 2048 bits or more.
 * Ignores other keys.
 *
 * @param known already imported keys; an unchanged key stays the same object
 * @throws TypeError for a document without `keys`
 */
export async function parseKeySet(document: unknown, known?: KeySet): Promise<KeySet> {
  const listed: unknown = isJsonObject(document) ? document['keys'] : undefined;
  if (!Array.isArray(listed)) throw new TypeError('The document is not a key set: it has no keys.');
  const entries = await Promise.all(
    listed.filter(isSigningKey).map(async ({ kid, n, e, until: end }): Promise<[string, KeySetEntry] | undefined> => {
      const before = known?.get(kid);
      const until = typeof end === 'number' ? end : undefined;
      if (before?.n === n && before.e === e) return [kid, { ...before, until }];
      const key = await importRs256Jwk({ n, e }).catch(() => undefined);
      return key && meetsRs256KeyLength(key) ? [kid, { key, n, e, until }] : undefined;
    }),
  );
  return new Map(entries.filter((entry) => entry !== undefined));
}

interface SigningJwk {
  readonly kid: string;
  readonly n: string;
  readonly e: string;
  readonly until?: unknown;
}

function isSigningKey(value: unknown): value is SigningJwk {
  if (!isJsonObject(value) || value['kty'] !== 'RSA') return false;
  if (value['use'] !== undefined && value['use'] !== 'sig') return false;
  if (value['alg'] !== undefined && value['alg'] !== 'RS256') return false;
  return typeof value['kid'] === 'string' && typeof value['n'] === 'string' && typeof value['e'] === 'string';
}
