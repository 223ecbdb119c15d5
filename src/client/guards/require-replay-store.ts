import type { ReplayStore } from '../../protocol/dpop-request.ts';

/** Programs without types pass none, or a client of a database instead. @throws TypeError that names the stores */
export function requireReplayStore(store: Partial<ReplayStore> | undefined): void {
  if (typeof store?.once === 'function') return;
  throw new TypeError(
    'replayStore is required, because a signed request is accepted once: createMemoryReplayStore() for one process, createRedisReplayStore() or createKyselyReplayStore() for several.',
  );
}
