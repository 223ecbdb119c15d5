import type { ReplayStore } from '../../protocol/dpop-request.ts';
import { replayMargin } from '../../protocol/replay-margin.ts';
import { replayId } from './replay-id.ts';

export interface MemoryReplayStoreOptions {
  /** Most proofs kept; more are refused until some expire, never forgotten early. Default 400 000: a thousand a second. */
  readonly capacity?: number | undefined;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: (() => number) | undefined;
}

/** Remembers used proofs in this process. For one process only: two would each accept a proof once. */
export function createMemoryReplayStore({
  capacity = 400_000,
  now = Date.now,
}: MemoryReplayStoreOptions = {}): ReplayStore {
  const expiries = new Map<string, number>();
  const forgetExpired = () => {
    const before = now() / 1000 - replayMargin;
    for (const [id, expiresAt] of expiries) if (expiresAt < before) expiries.delete(id);
  };
  return {
    once: async (jkt, jti, expiresAt) => {
      const id = replayId(jkt, jti);
      if (expiries.has(id)) return false;
      if (expiries.size >= capacity) forgetExpired();
      if (expiries.size >= capacity) throw new Error(`The replay store is full: ${capacity} proofs.`);
      expiries.set(id, expiresAt);
      return true;
    },
  };
}
