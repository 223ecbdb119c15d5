import { isJsonObject, type JsonObject } from '../../src/protocol/json-object.ts';
import type { KeyResolver } from '../../src/protocol/signed-jwt.ts';
import { Failure } from './failure.ts';
import { readInputFile } from './input-file.ts';
import { parseObject } from './json.ts';
import { resolveSsoBaseUrl } from './provider-address.ts';

/** A signing key of a provider, with its period of signing if it comes from the key history. Times are Unix seconds. */
export interface DatedKey {
  readonly kty: 'RSA';
  readonly n: string;
  readonly e: string;
  readonly from?: number;
  readonly until?: number;
  /** Whether the key may be in the hands of others, who can date what they sign. */
  readonly revoked: boolean;
}

function datedKey({ kty, n, e, from, until, revoked }: JsonObject): DatedKey | undefined {
  if (kty !== 'RSA' || typeof n !== 'string' || typeof e !== 'string') return undefined;
  return {
    kty,
    n,
    e,
    ...(typeof from === 'number' && { from }),
    ...(typeof until === 'number' && { until }),
    revoked: revoked !== undefined && revoked !== false,
  };
}

/** Finds the key with a kid in the list of a key set. */
function findKey(keys: readonly unknown[], kid: string): DatedKey | undefined {
  const key = keys.find((one) => isJsonObject(one) && one['kid'] === kid);
  return isJsonObject(key) ? datedKey(key) : undefined;
}

function keysFromFile(flag: string, path: string, cwd: string): readonly unknown[] {
  const keys = parseObject(readInputFile(flag, path, cwd).toString('utf8'))?.['keys'];
  if (!Array.isArray(keys)) throw new Failure('bad_jwks', `${path} is not a JWKS: it has no member keys.`);
  return keys;
}

/** Files with the keys of the provider. */
export interface KeyFiles {
  /** Current key set; verifies offline. */
  readonly jwksFile: string | undefined;
  /** History of signing keys; verifies offline. */
  readonly jwksHistoryFile: string | undefined;
}

/** Reads the key set of a provider, and its history once a key is not in the set. */
function fetchedKeys(issuer: string): KeyResolver {
  let current: Promise<readonly unknown[]> | undefined;
  let former: Promise<readonly unknown[]> | undefined;
  const connection = (async () => {
    const { connectSso } = await import('./sso-connection.ts');
    return connectSso(resolveSsoBaseUrl(issuer, {}));
  })();
  const read = async (name: 'getJwks' | 'getJwksHistory'): Promise<readonly unknown[]> => {
    const response = await (await connection)[name]();
    if (response.status === 200) return response.body.keys;
    throw new Failure('provider_failed', `The provider's keys cannot be read: HTTP ${response.status}.`);
  };
  return async (kid) => {
    current ??= read('getJwks');
    const key = findKey(await current, kid);
    if (key) return key;
    // A provider of an older version has no history.
    former ??= read('getJwksHistory').catch(() => []);
    return findKey(await former, kid);
  };
}

/**
 * Finds the signing keys of a provider in the given files, else by HTTP.
 * @throws Failure unreadable_file, bad_jwks
 */
export function providerKeysOf(issuer: string, cwd: string, { jwksFile, jwksHistoryFile }: KeyFiles): KeyResolver {
  if (jwksFile === undefined && jwksHistoryFile === undefined) return fetchedKeys(issuer);
  const keys = [
    ...(jwksFile === undefined ? [] : keysFromFile('jwks', jwksFile, cwd)),
    ...(jwksHistoryFile === undefined ? [] : keysFromFile('jwks-history', jwksHistoryFile, cwd)),
  ];
  return async (kid) => findKey(keys, kid);
}

/** Tells why a key does not vouch for a token of a time; undefined when it does. */
export function datedKeyProblem(key: object, iat: unknown): string | undefined {
  const { from, until, revoked } = key as Partial<DatedKey>;
  if (revoked) return 'The key that signed it was revoked.';
  if (from === undefined && until === undefined) return undefined;
  if (typeof iat !== 'number') return 'It has no iat.';
  if (from !== undefined && iat < from) return 'It is dated before its key signed.';
  if (until !== undefined && iat > until) return 'It is dated after its key stopped signing.';
  return undefined;
}
