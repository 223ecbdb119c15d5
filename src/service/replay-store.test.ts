import { afterAll, beforeAll, expect, test } from 'vitest';
import { jwkThumbprint } from '../protocol/jwk-thumbprint.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate, migrationsCurrent } from './migrations.ts';
import { createReplayStore, createReplayTable } from './replay-store.ts';

const jkt = jwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' });
const migrations = [{ name: '0001-initial', up: (db: Parameters<typeof createReplayTable>[0]) => createReplayTable(db, 'proofs.used') }];

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ databaseUrl: process.env['TEST_DATABASE_URL'] });
  await migrate(database, 'proofs', migrations);
});
afterAll(() => database.close());

const store = () => createReplayStore(database.as<unknown>(), 'proofs.used');

test('RFC 9449 §11.1: of fifty uses of one proof at once exactly one is accepted, over two stores', async () => {
  const [one, two] = [store(), store()];
  const uses = Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? one : two).once(jkt, 'jti-1', 2_000_000_000));
  expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(1);
  expect(await one.once(jkt, 'jti-1', 2_000_000_000)).toBe(false);
});

test('proofs that differ in jti are independent, however many arrive at once', async () => {
  const accepted = await Promise.all(Array.from({ length: 1000 }, (_, i) => store().once(jkt, `many-${i}`, 2_000_000_000)));
  expect(accepted.every(Boolean)).toBe(true);
});

test('a jti of any text is one identifier: quotes, NUL and long texts included', async () => {
  for (const jti of ["'; drop table proofs.used; --", 'a\u0000b', 'x'.repeat(256), '\u{1F511}']) {
    expect(await store().once(jkt, jti, 2_000_000_000)).toBe(true);
    expect(await store().once(jkt, jti, 2_000_000_000)).toBe(false);
  }
});

test('pruning forgets only what expired, in batches', async () => {
  await Promise.all(Array.from({ length: 5 }, (_, i) => store().once(jkt, `old-${i}`, 1000)));
  const moment = new Date(1_001_000);
  expect(await store().prune(moment, 3)).toBe(3);
  expect(await store().prune(moment, 3)).toBe(2);
  expect(await store().once(jkt, 'jti-1', 2_000_000_000)).toBe(false);
  expect(await store().once(jkt, 'old-0', 1000)).toBe(true);
});

test('a store that cannot be reached refuses to decide', async () => {
  const closed = await openDatabase({});
  const unreachable = createReplayStore(closed.as<unknown>(), 'proofs.used');
  await closed.close();
  await expect(unreachable.once(jkt, 'jti-9', 2_000_000_000)).rejects.toThrow();
});

test('migrating twice, or from two processes at once, leaves the tables current', async () => {
  await Promise.all([migrate(database, 'proofs', migrations), migrate(database, 'proofs', migrations)]);
  expect(await migrationsCurrent(database, 'proofs', migrations)).toBe(true);
});
