import type { ServiceCard } from './start-page.ts';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import { createForumClient } from '../../../generated/forum/client.ts';

export interface ServiceStatesDependencies {
  readonly services: readonly Omit<ServiceCard, 'state'>[];
  readonly fetch: typeof globalThis.fetch;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}

/** Milliseconds for which a result is cached: every probe costs each service a database query. */
const stateCacheMs = 2_000;

/** Returns a function that probes all services and caches the result for two seconds. */
export function createServiceStates({
  services,
  fetch,
  now,
}: ServiceStatesDependencies): () => Promise<readonly ServiceCard[]> {
  const probe = () =>
    Promise.all(services.map(async (service) => ({ ...service, state: await stateOf(fetch, service.url) })));
  return cacheResult(stateCacheMs, now, probe);
}

async function stateOf(fetch: typeof globalThis.fetch, url: string): Promise<ServiceCard['state']> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(timeoutMs) }).then(
    // In production a service serves its probes on another port and responds 404 here.
    ({ ok, status }) => (ok || status === 404 ? 'ready' : 'not ready'),
    () => 'not running',
  );
}

/** Returns a function that reads how many apps developers have made; undefined when the service does not respond. */
export function createAppCount(options: {
  readonly notifications: string;
  readonly fetch: typeof globalThis.fetch;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}): () => Promise<number | undefined> {
  const notifications = createNotificationsClient({ baseUrl: options.notifications, fetch: options.fetch });
  const load = async (): Promise<number | undefined> => {
    const { status, body } = await notifications.getStatistics({ signal: AbortSignal.timeout(timeoutMs) });
    return status === 200 ? body.apps : undefined;
  };
  return cacheResult(cacheMs, options.now, () => load().catch(() => undefined));
}

/** The newest post of the forum, as the start page shows it. */
export interface LatestPost {
  readonly title: string;
  readonly forum: string;
  readonly url: string;
}

/** Returns a function that reads the newest post; undefined when there is none or the forum does not respond. */
export function createLatestPost(options: {
  readonly forum: string;
  readonly fetch: typeof globalThis.fetch;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}): () => Promise<LatestPost | undefined> {
  const forum = createForumClient({ baseUrl: options.forum, fetch: options.fetch });
  const load = async (): Promise<LatestPost | undefined> => {
    const { status, body } = await forum.listPosts({
      query: { sort: 'new', limit: 1 },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const post = status === 200 ? body.posts[0] : undefined;
    return post && { title: post.title, forum: post.forum, url: post.url };
  };
  return cacheResult(cacheMs, options.now, () => load().catch(() => undefined));
}

/** Milliseconds for which a service may respond. */
const timeoutMs = 1_500;
/** Milliseconds for which a result is shown. */
const cacheMs = 5_000;

/**
 * Returns a function whose result is loaded at most once in a period, for all calls.
 *
 * @param period milliseconds
 * @param now Unix time in milliseconds
 */
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
