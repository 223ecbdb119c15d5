import type { ReplayStore } from '../../protocol/dpop-request.ts';
import { replayMargin } from '../../protocol/replay-margin.ts';
import { replayId } from './replay-id.ts';

export interface RedisReplayStoreOptions {
  /**
   * Sends one command: `(args) => client.sendCommand([...args])` for node-redis,
   * `([name, ...rest]) => client.call(name, ...rest)` for ioredis.
   */
  readonly command: (args: readonly [string, ...string[]]) => Promise<unknown>;
  /** Stands before every key. Default `dpop:`. */
  readonly prefix?: string | undefined;
}

/** Remembers used proofs in Redis 6.2 or later (or Valkey), for all processes over it; they expire by themselves. */
export function createRedisReplayStore({ command, prefix = 'dpop:' }: RedisReplayStoreOptions): ReplayStore {
  return {
    once: async (jkt, jti, expiresAt) => {
      const key = prefix + replayId(jkt, jti);
      const answer = await command(['SET', key, '1', 'NX', 'EXAT', String(Math.ceil(expiresAt) + replayMargin)]);
      // OK when the key was new, nil when it was there.
      return answer === 'OK';
    },
  };
}
