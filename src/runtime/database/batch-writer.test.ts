import { expect, test } from 'vitest';
import { createBatchWriter } from './batch-writer.ts';

/** A run that the test settles. */
function createManualWrite() {
  const runs: { readonly items: readonly number[]; readonly finish: () => void; readonly fail: () => void }[] = [];
  const write = createBatchWriter(
    (items: readonly number[]) =>
      new Promise<readonly number[]>((resolve, reject) =>
        runs.push({
          items,
          finish: () => resolve(items.map((item) => item * 10)),
          fail: () => reject(new Error('no connection')),
        }),
      ),
  );
  return { write, runs };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test('batch writer: items of one turn of the event loop are one batch, and each gets its own result', async () => {
  const { write, runs } = createManualWrite();
  const responses = Promise.all([write(1), write(2), write(2)]);
  await nextTurn();
  expect(runs.map(({ items }) => items)).toEqual([[1, 2, 2]]);
  runs[0]?.finish();
  expect(await responses).toEqual([10, 20, 20]);
});

test('batch writer: a batch has at most 256 items, and at most four batches run at once', async () => {
  const { write, runs } = createManualWrite();
  const responses = Promise.all(numbers(256 * 5).map(write));
  await nextTurn();
  expect(runs.map(({ items }) => items.length)).toEqual([256, 256, 256, 256]);
  runs[0]?.finish();
  await nextTurn();
  await nextTurn();
  expect(runs).toHaveLength(5);
  for (const { finish } of runs) finish();
  expect((await responses).at(-1)).toBe((256 * 5 - 1) * 10);
});

test('batch writer: a failed batch rejects all its items and no others', async () => {
  const { write, runs } = createManualWrite();
  const failed = Promise.allSettled([write(1), write(2)]);
  await nextTurn();
  runs[0]?.fail();
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = write(3);
  await nextTurn();
  runs[1]?.finish();
  expect(await next).toBe(30);
});

test('batch writer: when the server lost another node, each item of the batch is written alone, with the failure', async () => {
  const lost = Object.assign(new Error('connection to the remote node failed'), { code: '08006', severity: 'ERROR' });
  const batches: unknown[] = [];
  const write = createBatchWriter((items: readonly number[], failure?: unknown) => {
    batches.push([items, failure]);
    return items.includes(2) ? Promise.reject(lost) : Promise.resolve(items);
  });
  expect(await Promise.allSettled([write(1), write(2), write(3)])).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: lost },
    { status: 'fulfilled', value: 3 },
  ]);
  expect(batches).toEqual([
    [[1, 2, 3], undefined],
    [[1], lost],
    [[2], lost],
    [[3], lost],
  ]);
});

test('batch writer: with 10,000 waiting items, a further one is rejected with SQLSTATE 53300', async () => {
  const { write, runs } = createManualWrite();
  const responses = Promise.all(numbers(10_000).map(write));
  await expect(write(1)).rejects.toMatchObject({ code: '53300' });
  let finished = 0;
  while (finished < 40) {
    await nextTurn();
    for (; finished < runs.length; finished++) runs[finished]?.finish();
  }
  expect(await responses).toHaveLength(10_000);
});
