import { responseText } from './bytes.ts';
import type { KeyResolver } from './signed-jwt.ts';
import {
  compareStatusListPositions,
  maxStatusListToken,
  statusAt,
  type StatusList,
  StatusListError,
  statusListMediaType,
  type StatusListPosition,
  type StatusReference,
  uniteStatusLists,
  validStatus,
  verifyStatusListToken,
} from './status-list.ts';
import { UnavailableError } from './unavailable-error.ts';

export interface StatusListsOptions {
  /** `iss` of the lists; every list has an address below it. */
  readonly issuer: string;
  /** Address that replaces the issuer in requests where the public address is not reachable. */
  readonly baseUrl?: string | undefined;
  readonly keys: KeyResolver;
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a clock that never jumps. Default: `performance.now`. */
  readonly monotonic?: (() => number) | undefined;
  /**
   * Runs a task once after `ms`, without keeping the process alive. With it, lists in use are fetched in the background,
   * so that no request waits; without it, a request waits for the list after a pause.
   */
  readonly schedule?: ((task: () => void, ms: number) => unknown) | undefined;
}

/** The provider's status lists, one request per list and period however many tokens are verified. */
export interface StatusLists {
  /**
   * Returns whether a token is revoked, within 5 seconds of the revocation.
   *
   * @throws UnavailableError when the list was never read, or last read more than 60 seconds ago; an older list than the
   *   last one counts as not read, so that whoever repeats an old list undoes no revocation
   * @throws StatusListError when the reference names no list of the issuer
   */
  readonly isRevoked: (reference: StatusReference) => Promise<boolean>;
}

/** Milliseconds between two fetches of a list in use. */
const period = 1_500;
/** Milliseconds after which a request waits for a fetch; with the caches on the way a revocation is 5 seconds old then. */
const freshFor = 2_500;
/** Milliseconds for which the last list is used while no newer one can be read. */
const usableFor = 60_000;
/** Milliseconds after its last use for which a list is still fetched: the lifetime of an access token. */
const unusedFor = 900_000;
const timeout = 2_000;
/** Milliseconds after a failed fetch in which requests do not wait for the next one. */
const retryFor = 5_000;
/** Maximum number of cached lists; one list covers a million sessions. */
const maxLists = 512;
/** Maximum number of remembered positions: those of cached lists, and of the lists before them. */
const maxPositions = 16 * maxLists;

/** A list that another process of the provider, or a cache, signed or kept before the last one. */
class OlderStatusList extends StatusListError {}

interface CachedList {
  readonly uri: string;
  list: StatusList | undefined;
  /** ETag of `list`; undefined while the next response has to be verified in full. */
  etag: string | undefined;
  /** Start of the last successful fetch, so that the age of the list is never underestimated. */
  readAt: number;
  triedAt: number;
  usedAt: number;
  failure: unknown;
  pendingFetch: Promise<void> | undefined;
  scheduled: boolean;
}

/**
 * Reads the provider's status lists (draft-ietf-oauth-status-list-17 §8). The age of a list is measured by a monotonic
 * clock, so that a wrong or moved wall clock neither refuses valid tokens nor accepts revoked ones.
 */
export function createStatusLists(options: StatusListsOptions): StatusLists {
  const { issuer, baseUrl = issuer, keys, fetch, now, monotonic = () => performance.now(), schedule } = options;
  const lists = new Map<string, CachedList>();
  /** Position of the newest list that was read, by address; kept longer than the list. */
  const newest = new Map<string, StatusListPosition>();

  const accept = (cached: CachedList, list: StatusList, position: StatusListPosition): void => {
    const known = newest.get(cached.uri);
    const order = known === undefined ? 1 : compareStatusListPositions(position, known);
    if (order < 0) throw new OlderStatusList('The status list is older than the last one.');
    cached.list = order === 0 && cached.list !== undefined ? uniteStatusLists(cached.list, list) : list;
    newest.delete(cached.uri);
    newest.set(cached.uri, position);
    if (newest.size > maxPositions) newest.delete(newest.keys().next().value ?? '');
  };
  const read = async (cached: CachedList): Promise<void> => {
    const startedAt = monotonic();
    const response = await request(cached, baseUrl + cached.uri.slice(issuer.length), fetch);
    if (response !== 'unchanged') {
      const { token, etag } = response;
      const verified = await verifyStatusListToken({ token, uri: cached.uri, issuer, keys, now: now() / 1000 });
      accept(cached, verified.list, verified.position);
      cached.etag = etag;
    }
    cached.readAt = startedAt;
  };
  const refresh = (cached: CachedList): Promise<void> => {
    cached.pendingFetch ??= read(cached)
      .then(() => {
        cached.failure = undefined;
      })
      .catch((error: unknown) => {
        cached.etag = undefined;
        cached.failure = error;
      })
      .finally(() => {
        cached.triedAt = monotonic();
        cached.pendingFetch = undefined;
      });
    return cached.pendingFetch;
  };
  const keepFresh = (cached: CachedList): void => {
    if (cached.scheduled || schedule === undefined) return;
    cached.scheduled = true;
    schedule(() => {
      cached.scheduled = false;
      if (lists.get(cached.uri) !== cached) return;
      if (monotonic() - cached.usedAt > unusedFor) lists.delete(cached.uri);
      else void refresh(cached).then(() => keepFresh(cached));
    }, period);
  };
  const find = (uri: string): CachedList => {
    const known = lists.get(uri);
    if (known) return known;
    if (!uri.startsWith(`${issuer}/`)) throw new StatusListError(`The status list ${uri} is not of ${issuer}.`);
    if (lists.size >= maxLists) lists.delete(lists.keys().next().value ?? '');
    const longAgo = Number.NEGATIVE_INFINITY;
    const added: CachedList = {
      uri,
      list: undefined,
      etag: undefined,
      readAt: longAgo,
      triedAt: longAgo,
      usedAt: monotonic(),
      failure: undefined,
      pendingFetch: undefined,
      scheduled: false,
    };
    lists.set(uri, added);
    return added;
  };
  const age = ({ readAt }: CachedList): number => monotonic() - readAt;
  const current = async (cached: CachedList): Promise<StatusList> => {
    if (age(cached) > freshFor && (cached.pendingFetch !== undefined || monotonic() - cached.triedAt >= period)) {
      const failedLately =
        cached.failure !== undefined &&
        !(cached.failure instanceof OlderStatusList) &&
        monotonic() - cached.triedAt < retryFor;
      const refreshed = refresh(cached);
      // A caller with a usable list does not wait for a provider that just failed to respond; an older list is a response.
      if (!failedLately || age(cached) > usableFor) await refreshed;
    }
    if (cached.list === undefined || age(cached) > usableFor) throw new UnavailableError('status_list', cached.failure);
    return cached.list;
  };

  return {
    isRevoked: async ({ idx, uri }) => {
      const cached = find(uri);
      cached.usedAt = monotonic();
      const list = await current(cached);
      keepFresh(cached);
      const status = statusAt(list, idx);
      if (status === undefined) throw new StatusListError(`The status list ${uri} has no index ${idx}.`);
      return status !== validStatus;
    },
  };
}

async function request(
  { etag }: CachedList,
  url: string,
  fetch: typeof globalThis.fetch,
): Promise<'unchanged' | { readonly token: string; readonly etag: string | undefined }> {
  const response = await fetch(url, {
    // Some edge runtimes do not support 'error'.
    redirect: 'manual',
    headers: {
      accept: statusListMediaType,
      ...(etag !== undefined && { 'if-none-match': etag }),
    },
    signal: AbortSignal.timeout(timeout),
  });
  if (response.status === 304 && etag !== undefined) return 'unchanged';
  if (response.status !== 200) throw new Error(`${url} responded with status ${response.status}.`);
  return { token: await responseText(response, maxStatusListToken), etag: response.headers.get('etag') ?? undefined };
}
