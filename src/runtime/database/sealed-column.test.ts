import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { createMasterKey, SealedDataError } from '../start/master-key.ts';
import { resealColumn, type SealedColumn } from './sealed-column.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const [former, next] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const before = createMasterKey(former);
const rotating = createMasterKey(next, former);
const after = createMasterKey(next);

const column: SealedColumn = {
  table: 'public.vault',
  column: 'sealed',
  key: ['owner', 'number'],
  purposeOf: ([owner, number]) => `vault ${owner} ${number}`,
};

const database = useStarted(createTestDatabase);
beforeAll(async () => {
  await sql`create table vault (owner text, number int, sealed text, primary key (owner, number))`.execute(database.db);
});
beforeEach(async () => {
  await sql`truncate vault`.execute(database.db);
  for (const owner of ['ann', 'bob'])
    for (const number of [1, 2, 10])
      await sql`insert into vault values (${owner}, ${number}, ${before.seal(Buffer.from(owner), `vault ${owner} ${number}`)})`.execute(
        database.db,
      );
  await sql`insert into vault values ('cleo', 1, null)`.execute(database.db);
});

const rows = async () =>
  (
    await sql<{
      owner: string;
      number: number;
      sealed: string;
    }>`select * from vault where sealed is not null order by owner, number`.execute(database.db)
  ).rows;

test('sealed columns: every row is sealed with the first key, in batches by the primary key', async () => {
  expect(await resealColumn(database.db, rotating, column, 2)).toEqual({ resealed: 6, current: 0 });
  const all = await rows();
  expect(all).toHaveLength(6);
  for (const { owner, number, sealed } of all)
    expect(Buffer.from(after.open(sealed, `vault ${owner} ${number}`)).toString()).toBe(owner);
});

test('sealed columns: an interrupted rotation continues where it ended', async () => {
  let left = 3;
  const interrupted = {
    reseal: (sealed: string, purpose: string) => {
      if (left-- === 0) throw new Error('interrupted');
      return rotating.reseal(sealed, purpose);
    },
  };
  await expect(resealColumn(database.db, interrupted, column, 2)).rejects.toThrow('interrupted');
  expect(await resealColumn(database.db, rotating, column, 2)).toEqual({ resealed: 4, current: 2 });
  expect(await resealColumn(database.db, rotating, column, 2)).toEqual({ resealed: 0, current: 6 });
});

test('sealed columns: a row that a service changes meanwhile keeps the new value', async () => {
  const replaced = after.seal(Buffer.from('new'), 'vault ann 1');
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    // Between the reading of a batch and its writing.
    transformResult: async ({ result }) => {
      if (result.rows.length === 6)
        await sql`update vault set sealed = ${replaced} where owner = 'ann' and number = 1`.execute(database.db);
      return result;
    },
  });
  expect(await resealColumn(db, rotating, column)).toEqual({ resealed: 5, current: 0 });
  expect((await rows())[0]?.sealed).toBe(replaced);
});

test('sealed columns: a row that no key opens stops the rotation', async () => {
  const foreign = createMasterKey(new Uint8Array(32).fill(3)).seal(Buffer.from('x'), 'vault bob 2');
  await sql`update vault set sealed = ${foreign} where owner = 'bob' and number = 2`.execute(database.db);
  await expect(resealColumn(database.db, rotating, column)).rejects.toThrow(SealedDataError);
});
