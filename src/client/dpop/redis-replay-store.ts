import type { ReplayStore } from '../../protocol/dpop-request.ts';
import { replayMargin } from '../../protocol/replay-margin.ts';
import { replayId } from './replay-id.ts';

export interface RedisReplayStoreOptions {
  /**
   * Sends one command: `(args) => client.sendCommand([...args])` for node-redis,
   * `([name, ...rest]) => client.call(name, ...rest)` for ioredis.
   */
  readonly command: (args: readonly [string, ...string[]]) => Promise<unknown>;
  /** Prefix of every key. Default `dpop:`. */
  readonly prefix?: string | undefined;
}

/** Stores used proofs in Redis 6.2 or later (or Valkey) for all processes; entries expire automatically. */
export function createRedisReplayStore({ command, prefix = 'dpop:' }: RedisReplayStoreOptions): ReplayStore {
  return {
    once: async (jkt, jti, expiresAt) => {
      const key = prefix + replayId(jkt, jti);
      const reply = await command(['SET', key, '1', 'NX', 'EXAT', String(Math.ceil(expiresAt) + replayMargin)]);
      // OK for a new key, nil for an existing one.
      return reply === 'OK';
    },
  };
}
