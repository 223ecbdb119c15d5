import { cacheResult, timeoutMs } from './cached-result.ts';
import type { ServiceCard } from './start-page.ts';

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
