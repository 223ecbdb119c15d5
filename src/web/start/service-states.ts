import type { ServiceCard } from './start-page.ts';

export interface ServiceStatesParts {
  readonly services: readonly Omit<ServiceCard, 'state'>[];
  readonly fetch: typeof globalThis.fetch;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}

const probeTimeoutMs = 1_500;
/** For so long what was seen is shown again: each look costs every service a look at its database. */
const keptMs = 2_000;

/** Looks which services are ready, once for all who ask within a moment. */
export function createServiceStates({
  services,
  fetch,
  now,
}: ServiceStatesParts): () => Promise<readonly ServiceCard[]> {
  const look = () =>
    Promise.all(services.map(async (service) => ({ ...service, state: await stateOf(fetch, service.url) })));
  let seen: ReturnType<typeof look> | undefined;
  let seenAt = 0;
  return () => {
    if (seen === undefined || now() - seenAt >= keptMs) {
      seenAt = now();
      seen = look();
    }
    return seen;
  };
}

async function stateOf(fetch: typeof globalThis.fetch, url: string): Promise<ServiceCard['state']> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(probeTimeoutMs) }).then(
    (answer) => (answer.ok ? 'ready' : 'not ready'),
    () => 'not running',
  );
}
