import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createDeliveryResultWriter } from './delivery-result-writer.ts';
import type { EndpointNotice, WebhookResult } from './delivery-store.ts';

const result: WebhookResult = {
  endpointId: 'endpoint',
  deliveryId: 'delivery',
  worker: 'worker',
  startedAt: new Date(0),
  finishedAt: new Date(0),
  latencyMs: 0,
  request: null,
  status: 200,
  answer: '',
  error: null,
  succeeded: true,
  gone: false,
  failing: false,
  retryAt: undefined,
};

/** Creates a writer whose database returns these results in order. */
function writer(record: (results: readonly WebhookResult[]) => Promise<EndpointNotice[]>) {
  let time = 0;
  const now = () => new Date(time);
  const { write } = createDeliveryResultWriter({ store: { record }, now, log: pino({ level: 'silent' }) });
  const leaseEndsAt = new Date(30_000);
  return {
    advance: (ms: number) => void (time += ms),
    write: (deliveryId: string) => write({ ...result, deliveryId }, leaseEndsAt),
  };
}

test('webhook results: a result is retried while the database is unreachable', async () => {
  let failures = 2;
  const written: string[] = [];
  const { write } = writer(async (results) => {
    if (failures-- > 0) throw new Error('the database is away');
    written.push(...results.map(({ deliveryId }) => deliveryId));
    return [];
  });
  await Promise.all([write('one'), write('two')]);
  expect(written.sort()).toEqual(['one', 'two']);
});

test('webhook results: retries of a result stop when its lease ends', async () => {
  let tries = 0;
  const { advance, write } = writer(async () => {
    advance(15_000);
    tries += 1;
    throw new Error('the database is away');
  });
  await expect(write('one')).rejects.toThrow('the database is away');
  expect(tries).toBe(2);
});

test('webhook results: results that arrive during a transaction share the next one', async () => {
  const batches: number[] = [];
  let release = () => {};
  const first = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { write } = writer(async (results) => {
    batches.push(results.length);
    if (batches.length === 1) await first;
    return [];
  });
  const one = write('one');
  await expect.poll(() => batches).toEqual([1]);
  const more = Array.from({ length: 250 }, (_, index) => write(String(index)));
  release();
  await Promise.all([one, ...more]);
  expect(batches).toEqual([1, 200, 50]);
});
