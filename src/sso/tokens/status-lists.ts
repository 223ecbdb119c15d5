import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { JsonObject } from '../../protocol/json-object.ts';
import {
  encodeStatusList,
  maxStatusListBytes,
  type StatusReference,
  statusReferenceOf,
} from '../../protocol/status-list.ts';
import { type SigningKeys, signRs256Jwt } from '../keys/signing-keys.ts';
import type { SsoSettings } from '../settings.ts';
import type { SessionRevocationStore } from './status-list-store.ts';

/** Statuses in one list, one bit each. */
const statusListLength = maxStatusListBytes * 8;

/** Address of a status list. */
const statusListUri = (issuer: string, listId: number): string => `${issuer}/oauth/status-lists/${listId}`;

/** Returns the claim `status.status_list` of the session with this index over all lists. */
export function statusReference(issuer: string, statusIndex: number): StatusReference {
  const listId = Math.floor(statusIndex / statusListLength);
  return { idx: statusIndex % statusListLength, uri: statusListUri(issuer, listId) };
}

/** Returns the index over all lists that an access token of this provider names; undefined for a token without one. */
export function statusIndexOf(claims: JsonObject): number | undefined {
  const reference = statusReferenceOf(claims);
  const listId = /\/(\d{1,10})$/.exec(reference?.uri ?? '')?.[1];
  return !reference || listId === undefined ? undefined : Number(listId) * statusListLength + reference.idx;
}

/** A status list token (draft-ietf-oauth-status-list-17 §5.1) with its entity tag. */
interface SignedStatusList {
  readonly token: string;
  readonly etag: string;
}

interface SignedStatusListsDependencies {
  readonly revocations: Pick<SessionRevocationStore, 'list' | 'lastIndex'>;
  readonly signingKeys: Pick<SigningKeys, 'current'>;
  readonly settings: Pick<SsoSettings, 'issuer' | 'lifetimes'>;
  readonly now: () => Date;
}

/** Seconds for which caches may keep a list, in its `ttl` and its Cache-Control. */
export const statusListMaxAge = 2;
/** Largest clock skew that a verifier may allow, seconds: access tokens are accepted that long after their expiry. */
const largestClockSkew = 300;
/** Milliseconds for which this process reuses what it read. */
const cacheMs = 250;
/** Seconds after which an unchanged list is signed again, so that it never reaches its `exp`. */
const resignAfter = 30;
const lifetime = 120;

/** Seconds after which the access tokens of a revoked session have expired for every verifier. */
export const revocationRetention = ({ lifetimes }: Pick<SsoSettings, 'lifetimes'>): number =>
  lifetimes.accessToken + largestClockSkew;

interface CachedStatusList extends SignedStatusList {
  readonly kid: string;
  readonly revoked: readonly number[];
  readonly epoch: number;
  readonly signedAt: number;
  readAt: number;
}

/**
 * Signs the status lists from the database, so that they are right after a restart and in every process. Only sessions
 * whose access tokens can still be live are marked, so that a list of a million sessions stays small.
 */
export function createSignedStatusLists(dependencies: SignedStatusListsDependencies) {
  const { revocations, signingKeys, settings, now } = dependencies;
  const lists = new LRUCache<number, CachedStatusList>({ max: 512 });
  const pendingReads = new Map<number, Promise<CachedStatusList | undefined>>();

  const read = async (listId: number): Promise<CachedStatusList | undefined> => {
    const at = now().getTime();
    const known = lists.get(listId);
    const from = listId * statusListLength;
    if (!known && listId > 0 && from > (await revocations.lastIndex())) return undefined;
    const after = new Date(at - revocationRetention(settings) * 1000);
    const [{ indexes: revoked, epoch, seq }, { kid }] = await Promise.all([
      revocations.list({ from, length: statusListLength, after }),
      signingKeys.current(),
    ]);
    const unchanged =
      known?.kid === kid &&
      known.epoch === epoch &&
      Math.abs(at - known.signedAt) < resignAfter * 1000 &&
      sameIndexes(known.revoked, revoked);
    const entry = unchanged ? known : await sign({ listId, revoked, epoch, seq, at }, dependencies);
    entry.readAt = at;
    lists.set(listId, entry);
    return entry;
  };

  return {
    /** @returns the current list; undefined when no session has an index in it */
    get: async (listId: number): Promise<SignedStatusList | undefined> => {
      const known = lists.get(listId);
      if (known && Math.abs(now().getTime() - known.readAt) < cacheMs) return known;
      const reading = pendingReads.get(listId) ?? read(listId).finally(() => pendingReads.delete(listId));
      pendingReads.set(listId, reading);
      return reading;
    },
  };
}

export type SignedStatusLists = ReturnType<typeof createSignedStatusLists>;

interface ReadStatusList {
  readonly listId: number;
  readonly revoked: readonly number[];
  readonly epoch: number;
  readonly seq: number;
  /** Milliseconds. */
  readonly at: number;
}

async function sign(
  { listId, revoked, epoch, seq, at }: ReadStatusList,
  { signingKeys, settings: { issuer } }: SignedStatusListsDependencies,
): Promise<CachedStatusList> {
  const bytes = new Uint8Array(maxStatusListBytes);
  for (const index of revoked) {
    const idx = index % statusListLength;
    bytes[idx >> 3] = (bytes[idx >> 3] ?? 0) | (1 << (idx & 7));
  }
  const key = await signingKeys.current();
  const iat = Math.floor(at / 1000);
  const token = await signRs256Jwt(
    'statuslist+jwt',
    {
      iss: issuer,
      sub: statusListUri(issuer, listId),
      iat,
      exp: iat + lifetime,
      ttl: statusListMaxAge,
      // Orders lists of several processes within a second.
      seq,
      status_list: await encodeStatusList({ bits: 1, bytes }),
    },
    key,
  );
  const etag = `"${createHash('sha256').update(token).digest('base64url').slice(0, 22)}"`;
  return { token, etag, kid: key.kid, revoked, epoch, signedAt: at, readAt: at };
}

const sameIndexes = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((index, position) => index === other[position]);
