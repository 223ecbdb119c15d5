import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import { cacheMs, cacheResult, timeoutMs } from './cached-result.ts';

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
