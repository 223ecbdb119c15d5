import type { ReplayStore } from '../../protocol/dpop-request.ts';
import { replayMargin } from '../../protocol/replay-margin.ts';
import { replayId } from './replay-id.ts';

export interface MemoryReplayStoreOptions {
  /** Maximum number of proofs; a full store throws until some expire. Default 400,000, about 1,000 requests per second. */
  readonly capacity?: number | undefined;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: (() => number) | undefined;
}

/** Stores used proofs in memory. For a single process only: two processes would each accept a proof once. */
export function createMemoryReplayStore({
  capacity = 400_000,
  now = Date.now,
}: MemoryReplayStoreOptions = {}): ReplayStore {
  const expiries = new Map<string, number>();
  const deleteExpired = () => {
    const before = now() / 1000 - replayMargin;
    for (const [id, expiresAt] of expiries) if (expiresAt < before) expiries.delete(id);
  };
  return {
    once: async (jkt, jti, expiresAt) => {
      const id = replayId(jkt, jti);
      if (expiries.has(id)) return false;
      if (expiries.size >= capacity) deleteExpired();
      if (expiries.size >= capacity)
        throw new Error(`The replay store is full with ${capacity} proofs: raise its capacity or use a shared store.`);
      expiries.set(id, expiresAt);
      return true;
    },
  };
}
