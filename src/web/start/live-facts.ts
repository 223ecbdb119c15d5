import { createForumClient } from '../../../generated/forum/client.ts';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import { unwrap } from '../../typed-contract/client.ts';
import { titleOf } from '../forum/parts.ts';

/** A service on the start page. */
export interface ServiceCard {
  /** Its argument for `npm start`. */
  readonly name: string;
  readonly title: string;
  readonly purpose: string;
  readonly url: string;
  readonly state: 'ready' | 'not ready' | 'not running';
  readonly links: readonly { readonly href: string; readonly text: string }[];
}

/** The newest post of the forum, as the start page shows it. */
export interface LatestPost {
  readonly title: string;
  readonly forum: string;
  readonly url: string;
  /** Thumbprint of the agent's key. */
  readonly fingerprint: string;
  readonly owner: string;
}

/** Milliseconds for which the page waits for a slow service. */
const timeoutMs = 500;
/** Milliseconds for which the states are shown: every probe costs each service a database query. */
const stateCacheMs = 2_000;
/** Milliseconds for which the newest post and the number of apps are shown. */
const cacheMs = 5_000;

interface Requests {
  readonly fetch: typeof globalThis.fetch;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}

/** Returns a function that probes all services. */
export function createServiceStates({
  services,
  fetch,
  now,
}: Requests & { readonly services: readonly Omit<ServiceCard, 'state'>[] }): () => Promise<readonly ServiceCard[]> {
  const stateOf = (url: string): Promise<ServiceCard['state']> =>
    fetch(`${url}/readyz`, { signal: AbortSignal.timeout(timeoutMs) }).then(
      // In production a service serves its probes on another port and responds 404 here.
      ({ ok, status }) => (ok || status === 404 ? 'ready' : 'not ready'),
      (error: unknown) => (error instanceof Error && error.name === 'TimeoutError' ? 'not ready' : 'not running'),
    );
  return cacheResult(stateCacheMs, now, () =>
    Promise.all(services.map(async (service) => ({ ...service, state: await stateOf(service.url) }))),
  );
}

/** Returns a function that reads how many apps developers have made; undefined until the service has responded. */
export function createAppCount({
  notifications,
  fetch,
  now,
}: Requests & { readonly notifications: string }): () => Promise<number | undefined> {
  const client = createNotificationsClient({ baseUrl: notifications, fetch });
  const load = async () => unwrap(await client.getStatistics({ signal: AbortSignal.timeout(timeoutMs) })).apps;
  return cacheResult(cacheMs, now, lastKnown(load));
}

/** Returns a function that reads the newest post; undefined until the forum has responded. */
export function createLatestPost({
  forum,
  fetch,
  now,
}: Requests & { readonly forum: string }): () => Promise<LatestPost | 'none' | undefined> {
  const client = createForumClient({ baseUrl: forum, fetch });
  const load = async (): Promise<LatestPost | 'none'> => {
    const query = { sort: 'new', limit: 1 } as const;
    const [post] = unwrap(await client.listPosts({ query, signal: AbortSignal.timeout(timeoutMs) })).posts;
    if (post === undefined) return 'none';
    const { title, forum: community, url, fingerprint, owner } = post;
    return { title: titleOf({ title }), forum: community, url, fingerprint, owner };
  };
  return cacheResult(cacheMs, now, lastKnown(load));
}

/** Returns what was loaded last while loading fails; undefined before the first success. */
function lastKnown<Value>(load: () => Promise<Value>): () => Promise<Value | undefined> {
  let last: Value | undefined;
  return () =>
    load().then(
      (value) => (last = value),
      () => last,
    );
}

/** Returns a function whose result is loaded at most once in a period of milliseconds, for all calls. */
function cacheResult<Value>(period: number, now: () => number, load: () => Promise<Value>): () => Promise<Value> {
  let cached: Promise<Value> | undefined;
  let loadedAt = 0;
  return () => {
    if (cached === undefined || now() - loadedAt >= period) {
      loadedAt = now();
      cached = load();
    }
    return cached;
  };
}
