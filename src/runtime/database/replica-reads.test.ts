import { expect, test } from 'vitest';
import { createReplicaReads } from './replica-reads.ts';

interface Row {
  readonly from: 'replica' | 'primary';
  readonly status: 'pending' | 'paid';
}

const primary = async (): Promise<Row | undefined> => ({ from: 'primary', status: 'paid' });
const read = createReplicaReads(() => 0);

test('replica: a row that it does not have yet is read from the primary', async () => {
  expect(await read(async (): Promise<Row | undefined> => undefined, primary)()).toMatchObject({ from: 'primary' });
});

test('replica: a row that may be outdated is read from the primary', async () => {
  const isPaid = (row: Row | undefined) => row?.status === 'paid';
  const of = (status: Row['status']) =>
    read(async (): Promise<Row | undefined> => ({ from: 'replica', status }), primary, isPaid)();
  expect(await of('pending')).toMatchObject({ from: 'primary' });
  expect(await of('paid')).toMatchObject({ from: 'replica' });
});

test('replica: while one read finds it unavailable, the others of the service do not wait for it', async () => {
  const service = createReplicaReads(() => 0);
  const asked: string[] = [];
  const unavailable = (name: string) => async (): Promise<Row | undefined> => {
    asked.push(name);
    throw Object.assign(new Error('connect'), { syscall: 'connect' });
  };
  expect(await service(unavailable('first'), primary)()).toMatchObject({ from: 'primary' });
  expect(await service(unavailable('second'), primary)()).toMatchObject({ from: 'primary' });
  expect(asked).toEqual(['first']);
});
