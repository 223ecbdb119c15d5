import { expect, test } from 'vitest';
import { createMemoryReplayStore } from '../../client/dpop/replay-stores.ts';
import { jwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
import { createSharedReplayStore } from './shared-replay-store.ts';

const jkt = jwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' });
const hour = 3_600;

/** A server that forgets, and the database of the service, at `clock.time` seconds. */
function stores() {
  const clock = { time: hour };
  const state = { server: createMemoryReplayStore(), since: 0 };
  const asked: string[] = [];
  const database = createMemoryReplayStore();
  const store = createSharedReplayStore(
    {
      store: () => ({ once: (...proof) => state.server.once(...proof) }),
      completeSince: async () => state.since,
      now: () => clock.time * 1000,
    },
    {
      prefix: '',
      database: {
        once: (...proof) => {
          asked.push(proof[1]);
          return database.once(...proof);
        },
      },
    },
  );
  return {
    clock,
    asked,
    use: (jti: string, createdAt: number) => store.once(jkt, jti, createdAt + 90),
    forget: () => {
      state.server = createMemoryReplayStore();
      state.since = clock.time;
    },
  };
}

test('shared replay store: a proof is accepted once, without the database', async () => {
  const { use, asked } = stores();
  expect([await use('a', hour), await use('a', hour), asked]).toEqual([true, false, []]);
});

test('shared replay store: what was created before the server forgot is refused, newer proofs are accepted', async () => {
  const { use, forget, clock } = stores();
  await use('old', hour - 10);
  forget();
  expect([await use('old', hour - 10), await use('unused', hour)]).toEqual([false, false]);
  clock.time += 5;
  expect(await use('new', clock.time)).toBe(true);
});

test('shared replay store: a used proof of a clock that is ahead is refused after the server forgot', async () => {
  const { use, forget, clock } = stores();
  expect(await use('ahead', hour + 30)).toBe(true);
  forget();
  clock.time += 40;
  expect(await use('ahead', hour + 30)).toBe(false);
});

test('shared replay store: in the first minutes of a server a proof that the database has is refused', async () => {
  const { use, forget, clock, asked } = stores();
  forget();
  clock.time += 60;
  expect([await use('new', clock.time), asked]).toEqual([true, ['new']]);
});
