import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRedisReplayStore } from '../../src/client/dpop/replay-stores.ts';
import { hasRedis, startRedis, type TemporaryRedis } from '../fixtures/servers.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

if (!hasRedis) console.warn('The replay store for Redis is skipped: it needs Redis (apt-get install redis-server).');

type Command = readonly [string, ...string[]];

/** Minimal RESP client for commands with a reply of one line: `+OK`, `$-1` for nil, `:7`. */
function speak(socket: Socket): (command: Command) => Promise<unknown> {
  const waiting: ((response: unknown) => void)[] = [];
  createInterface(socket).on('line', (line) => {
    const value = line.startsWith('$-1') ? null : line.startsWith(':') ? Number(line.slice(1)) : line.slice(1);
    waiting.shift()?.(value);
  });
  return (command) => {
    const words = command.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
    socket.write(`*${command.length}\r\n${words.join('')}`);
    return new Promise((resolve) => waiting.push(resolve));
  };
}

describe.skipIf(!hasRedis)('RFC 9449 §11.1: used proofs in a real Redis', () => {
  let redis: TemporaryRedis;
  const sockets: Socket[] = [];
  const connection = async () => {
    const socket = connect(redis.port, '127.0.0.1');
    await once(socket, 'connect');
    sockets.push(socket);
    return speak(socket);
  };
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await redis.stop();
  });

  const { jkt } = newKey();
  const soon = () => Date.now() / 1000 + 90;

  test('SDK Redis replay store: exactly one of fifty concurrent uses over two connections is accepted [S162]', async () => {
    const stores = [await connection(), await connection()].map((command) => createRedisReplayStore({ command }));
    const uses = Array.from({ length: 25 }, () => stores.map((store) => store.once(jkt, 'same', soon()))).flat();
    expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(1);
  });

  test('SDK Redis replay store: another jti and the same jti of another key are accepted', async () => {
    const store = createRedisReplayStore({ command: await connection() });
    expect(await store.once(jkt, 'one', soon())).toBe(true);
    expect(await store.once(jkt, 'two', soon())).toBe(true);
    expect(await store.once(newKey().jkt, 'one', soon())).toBe(true);
    expect(await store.once(jkt, 'one', soon())).toBe(false);
  });

  test('SDK Redis replay store: a proof expires five minutes after its expiry time', async () => {
    const command = await connection();
    const keys: string[] = [];
    const store = createRedisReplayStore({
      command: (args) => {
        keys.push(args[1] ?? '');
        return command(args);
      },
    });
    await store.once(jkt, 'lives', soon());
    const lives = Number(await command(['TTL', keys[0] ?? '']));
    expect(lives).toBeGreaterThan(385);
    expect(lives).toBeLessThanOrEqual(391);
    const twoMinutesBehind = soon() - 120;
    expect(await store.once(jkt, 'behind', twoMinutesBehind)).toBe(true);
    expect(await store.once(jkt, 'behind', twoMinutesBehind)).toBe(false);
    expect(await store.once(jkt, 'over', Date.now() / 1000 - 305)).toBe(true);
    expect(await command(['EXISTS', keys.at(-1) ?? ''])).toBe(0);
  });
});
