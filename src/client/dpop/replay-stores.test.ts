import { describe, expect, test } from 'vitest';
import { startUsedProofs } from '../../../contract-tests/fixtures/runtime/tables.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import type { ReplayStore } from '../../protocol/dpop-request.ts';
import { jwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
import { otherSigner, rfc8037Signer } from '../../../contract-tests/fixtures/protocol/keys.ts';
import { createKyselyReplayStore, createMemoryReplayStore, createRedisReplayStore } from './replay-stores.ts';

const [jkt, other] = [jwkThumbprint(rfc8037Signer.jwk), jwkThumbprint(otherSigner.jwk)];
const future = 4_000_000_000;

const usedProofs = useStarted(startUsedProofs);

/** Creates a replacement for Redis that supports `SET key value NX EXAT seconds`. */
function redisLike() {
  const keys = new Map<string, number>();
  const sent: (readonly string[])[] = [];
  return {
    sent,
    command: async (args: readonly [string, ...string[]]) => {
      sent.push(args);
      const [, key = '', , , , at] = args;
      if (keys.has(key)) return null;
      keys.set(key, Number(at));
      return 'OK';
    },
  };
}

const stores: readonly [string, () => ReplayStore][] = [
  ['memory', () => createMemoryReplayStore()],
  ['Kysely on PostgreSQL', () => createKyselyReplayStore(usedProofs.db)],
  ['Redis', () => createRedisReplayStore(redisLike())],
];

describe.each(stores)('%s', (name, make) => {
  test('SDK replay store: a (key, jti) pair is accepted once; another key may use the same jti [S159]', async () => {
    const store = make();
    expect(await store.once(jkt, 'a', future)).toBe(true);
    expect(await store.once(jkt, 'a', future)).toBe(false);
    expect(await store.once(jkt, 'b', future)).toBe(true);
    expect(await store.once(other, 'a', future)).toBe(true);
  });

  test('SDK replay store: exactly one of many concurrent calls with the same pair succeeds [S159]', async () => {
    const store = make();
    const responses = await Promise.all(Array.from({ length: 20 }, () => store.once(jkt, `race ${name}`, future)));
    expect(responses.filter(Boolean)).toHaveLength(1);
  });

  test.each(['x'.repeat(256), "'; drop table used_proofs; --", 'NUL \u0000', '🦊', '\ud800'])(
    'SDK replay store: the jti %j is accepted once [S159]',
    async (jti) => {
      const store = make();
      expect(await store.once(jkt, jti, future)).toBe(true);
      expect(await store.once(jkt, jti, future)).toBe(false);
    },
  );
});

test('SDK memory replay store: a full store rejects new proofs until five minutes after a stored proof expired [S160]', async () => {
  let clock = 1_000_000;
  const store = createMemoryReplayStore({ capacity: 2, now: () => clock });
  await store.once(jkt, 'a', 1_100);
  await store.once(jkt, 'b', 1_100);
  await expect(store.once(jkt, 'c', 1_100)).rejects.toThrow('full');
  expect(await store.once(jkt, 'a', 1_100)).toBe(false);
  clock = 1_400_000;
  await expect(store.once(jkt, 'c', 1_400)).rejects.toThrow('full');
  clock = 1_400_001;
  expect(await store.once(jkt, 'c', 1_200)).toBe(true);
});

test('SDK Kysely replay store: deleteExpired deletes proofs that expired at least five minutes ago and no others [S161]', async () => {
  const kysely = createKyselyReplayStore(usedProofs.db);
  await kysely.once(jkt, 'old', 1_000);
  await kysely.once(jkt, 'young', 1_301);
  await kysely.deleteExpired(1_600_000);
  expect(await kysely.once(jkt, 'young', 1_301)).toBe(false);
  expect(await kysely.once(jkt, 'old', 1_000)).toBe(true);
});

test('SDK Redis replay store: sends one SET NX that expires five minutes after the proof; any reply but OK is a replay [S162]', async () => {
  const redis = redisLike();
  await createRedisReplayStore({ command: redis.command, prefix: 'app:' }).once(jkt, 'a', 1_772_357_490.5);
  expect(redis.sent).toEqual([['SET', expect.stringMatching(/^app:[\w-]{43}$/), '1', 'NX', 'EXAT', '1772357791']]);
  for (const response of [null, undefined, 0, 'QUEUED']) {
    expect(await createRedisReplayStore({ command: async () => response }).once(jkt, 'a', future)).toBe(false);
  }
});
