import { type Kysely, PostgresQueryCompiler, sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { jwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
import { openDatabase } from '../database/database.ts';
import { isUnavailable } from '../database/database-errors.ts';
import { createReplayStore, createReplayTable, createSharedReplayStore } from './replay-store.ts';
import { createMemoryReplayStore } from '../../client/dpop/replay-stores.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const jkt = jwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' });
const otherJkt = jwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k' });
const later = 2_000_000_000;
const migrations = [{ name: '0001-initial', up: (db: Kysely<unknown>) => createReplayTable(db, 'proofs.used') }];

const database = useStarted(() => createTestDatabase({ area: 'proofs', migrations }));

const store = (db = database.db) => createReplayStore(db, 'proofs.used');

/** Two stores with connections of their own, as two processes have them; on the embedded engine they share one. */
async function twoProcesses() {
  const second = database.url === undefined ? database : await openDatabase({ databaseUrl: database.url });
  const close = async () => {
    if (second !== database) await second.close();
  };
  return { stores: [store(), store(second.db)] as const, close };
}

test('RFC 9449 §11.1: of fifty concurrent uses of one proof in two stores exactly one is accepted', async () => {
  const { stores, close } = await twoProcesses();
  const uses = Array.from({ length: 50 }, (_, i) => stores[i % 2 === 0 ? 0 : 1].once(jkt, 'jti-1', later));
  expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(1);
  expect(await stores[0].once(jkt, 'jti-1', later)).toBe(false);
  await close();
});

test('replay store: two processes that receive the same thousand proofs in opposite orders accept each once without a deadlock', async () => {
  const { stores, close } = await twoProcesses();
  const jtis = Array.from({ length: 1000 }, (_, i) => `opposite-${i}`);
  const take = (which: 0 | 1, order: readonly string[]) =>
    Promise.all(order.map((jti) => stores[which].once(jkt, jti, later)));
  const [forward, backward] = await Promise.all([take(0, jtis), take(1, jtis.toReversed())]);
  const winners = jtis.map((_, i) => Number(forward[i]) + Number(backward.at(-1 - i)));
  expect(new Set(winners)).toEqual(new Set([1]));
  await close();
});

test('replay store: concurrent proofs with different jti are independent', async () => {
  const one = store();
  const accepted = await Promise.all(Array.from({ length: 1000 }, (_, i) => one.once(jkt, `many-${i}`, later)));
  expect(accepted.every(Boolean)).toBe(true);
});

test('replay store: the statement of a batch is compiled once for each size', async () => {
  const one = store();
  const compile = vi.spyOn(PostgresQueryCompiler.prototype, 'compileQuery');
  const take = (...jtis: readonly string[]) => Promise.all(jtis.map((jti) => one.once(jkt, `compiled-${jti}`, later)));
  expect([await take('a'), await take('b'), await take('a')]).toEqual([[true], [true], [false]]);
  expect(compile).toHaveBeenCalledTimes(1);
  expect([await take('c', 'd'), await take('d', 'e')]).toEqual([
    [true, true],
    [false, true],
  ]);
  expect(compile).toHaveBeenCalledTimes(2);
  compile.mockRestore();
});

test('replay store: the same jti of another key is another proof', async () => {
  expect(await Promise.all([store().once(jkt, 'shared', later), store().once(otherJkt, 'shared', later)])).toEqual([
    true,
    true,
  ]);
});

test('replay store: a jti can be any text, with quotes, NUL and any length', async () => {
  for (const jti of ["'; drop table proofs.used; --", 'a\u0000b', 'x'.repeat(256), '\u{1F511}']) {
    expect(await store().once(jkt, jti, later)).toBe(true);
    expect(await store().once(jkt, jti, later)).toBe(false);
  }
});

test('replay store: deleteExpired deletes proofs that expired more than five minutes ago, in batches, and no others', async () => {
  const expired = 1_000;
  await Promise.all(Array.from({ length: 5 }, (_, i) => store().once(jkt, `old-${i}`, expired)));
  // A process whose clock is two minutes ahead must not forget what others still accept.
  expect(await store().deleteExpired(new Date((expired + 300) * 1000), 3)).toBe(0);
  const time = new Date((expired + 301) * 1000);
  expect(await store().deleteExpired(time, 3)).toBe(3);
  expect(await store().deleteExpired(time, 3)).toBe(2);
  expect(await store().once(jkt, 'jti-1', later)).toBe(false);
  expect(await store().once(jkt, 'old-0', expired)).toBe(true);
});

test('replay store: a failed statement rejects all its proofs', async () => {
  const missing = createReplayStore(database.db, 'proofs.missing');
  const outcomes = await Promise.allSettled([missing.once(jkt, 'a', later), missing.once(jkt, 'b', later)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('replay store: after the loss of a node each proof is tried alone, and one that is stored is refused with the failure', async () => {
  const lost = Object.assign(new Error('connection to the remote node failed'), { code: '08006', severity: 'ERROR' });
  await store().once(jkt, 'stored by the batch', later);
  const execute = vi.spyOn(database.db, 'executeQuery').mockRejectedValueOnce(lost);
  const restarted = store();
  expect(
    await Promise.allSettled([
      restarted.once(jkt, 'stored by the batch', later),
      restarted.once(otherJkt, 'on another node', later),
    ]),
  ).toEqual([
    { status: 'rejected', reason: lost },
    { status: 'fulfilled', value: true },
  ]);
  expect(execute).toHaveBeenCalledTimes(3);
  execute.mockRestore();
});

test('replay store: an unreachable store rejects the proof', async () => {
  const nowhere = await openDatabase({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' });
  await expect(store(nowhere.db).once(jkt, 'jti-9', later)).rejects.toSatisfy(isUnavailable);
  await nowhere.close();
});

test('replay store: proofs beyond the queue limit are rejected at once as unavailable', async () => {
  const overloaded = store();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10_002 }, (_, i) => overloaded.once(jkt, `flood-${i}`, later)),
  );
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(2);
  expect(refused.every(({ reason }) => isUnavailable(reason))).toBe(true);
  const { rows } = await sql<{ count: number }>`select count(*) from proofs.used`.execute(database.db);
  expect(rows[0]?.count).toBeGreaterThan(10_000);
});

const hour = 3_600;

/** A server that forgets, and the database of the service, at `clock.time` seconds. */
function stores() {
  const clock = { time: hour };
  const state = { server: createMemoryReplayStore(), since: 0 };
  const asked: string[] = [];
  const database = createMemoryReplayStore();
  const store = createSharedReplayStore(
    {
      use: async (_prefix, ...proof) => ({ isFirst: await state.server.once(...proof), since: state.since }),
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
