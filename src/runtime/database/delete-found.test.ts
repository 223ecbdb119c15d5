import { type KyselyPlugin, sql } from 'kysely';
import { beforeEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { deleteFound } from './delete-found.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const database = useStarted(createTestDatabase);
beforeAll(async () => {
  await sql`create schema found`.execute(database.db);
  await sql`
    create table found.keys (owner text, place bigint, expires_at timestamptz, primary key (owner, place))`.execute(
    database.db,
  );
});

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
beforeEach(async () => {
  await sql`delete from found.keys`.execute(database.db);
  await sql`
    insert into found.keys (owner, place, expires_at)
    values ('a', 1, ${day(1)}), ('a', 2, ${day(2)}), ('b', 1, ${day(3)}), ('b', 2, ${day(9)})`.execute(database.db);
});

const expired = (limit: number) =>
  ({ table: 'found.keys', key: ['owner', 'place'], condition: sql`expires_at < ${day(5)}`, limit }) as const;
const left = async () =>
  (await sql<{ key: string }>`select owner || place as key from found.keys order by key`.execute(database.db)).rows.map(
    ({ key }) => key,
  );

test('deletion of found rows: those of the condition, at most the limit, and their number', async () => {
  expect(await deleteFound(database.db, expired(2))).toBe(2);
  expect(await left()).toHaveLength(2);
  expect(await deleteFound(database.db, expired(2))).toBe(1);
  expect(await deleteFound(database.db, expired(2))).toBe(0);
  // Neither a row with the same owner nor one with the same place.
  expect(await left()).toEqual(['b2']);
});

test('deletion of found rows: a row that is renewed after it was found stays', async () => {
  let renewed = false;
  const renewal: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!renewed) {
        renewed = true;
        await sql`update found.keys set expires_at = ${day(20)} where place = 2`.execute(database.db);
      }
      return result;
    },
  };
  expect(await deleteFound(database.db.withPlugin(renewal), expired(10))).toBe(2);
  expect(await left()).toEqual(['a2', 'b2']);
});
