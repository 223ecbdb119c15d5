import { isJsonObject, type JsonObject } from './json-object.ts';

/** A signing key of a provider, with its period of signing if it comes from the key history. Times are Unix seconds. */
interface DatedKey {
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

/** Finds the key with a kid in the `keys` of a key set or of a key history. */
export function findDatedKey(keys: readonly unknown[], kid: string): DatedKey | undefined {
  const key = keys.find((one) => isJsonObject(one) && one['kid'] === kid);
  return isJsonObject(key) ? datedKey(key) : undefined;
}

/** Tells why a key does not vouch for a token of a time; undefined when it does, or when it is not dated. */
export function datedKeyProblem(key: object, iat: unknown): string | undefined {
  const { from, until, revoked } = key as Partial<DatedKey>;
  if (revoked) return 'The key that signed it was revoked.';
  if (from === undefined && until === undefined) return undefined;
  if (typeof iat !== 'number') return 'It has no iat.';
  if (from !== undefined && iat < from) return 'It is dated before its key signed.';
  if (until !== undefined && iat > until) return 'It is dated after its key stopped signing.';
  return undefined;
}
