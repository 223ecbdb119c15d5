import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOutbox, type TestOutbox } from '../../../contract-tests/fixtures/notifications/outbox.ts';
import { type ClaimedDelivery, createDeliveryQueue } from './delivery-queue.ts';

let outbox: TestOutbox;
beforeAll(async () => {
  outbox = await startOutbox();
});
afterAll(() => outbox.close());

const leaseMs = 30_000;

test('delivery queue: a release takes back the attempt of its claim, and not one of an expired lease', async () => {
  const { appId } = await outbox.app();
  await outbox.event(appId);
  const { clock } = outbox;
  const queue = createDeliveryQueue(outbox.db, 'test');
  const claim = async (): Promise<ClaimedDelivery & { readonly worker: string }> => {
    const [now, worker] = [clock.now(), randomUUID()];
    const leaseEndsAt = new Date(now.getTime() + leaseMs);
    const capacities = [{ endpointId: appId, capacity: 1 }];
    const [delivery] = await queue.claim({ worker, now, leaseEndsAt, limit: 1, capacities });
    if (!delivery) throw new Error('Nothing was due.');
    return { ...delivery, worker };
  };

  const first = await claim();
  expect(first).toMatchObject({ attempt: 1, abandonedAt: null });
  await queue.release([{ ...first, abandoned: false }], clock.now());

  const lost = await claim();
  expect(lost).toMatchObject({ attempt: 1, abandonedAt: null });
  const lostAt = clock.now();
  clock.advance(leaseMs);
  const found = await claim();
  expect(found).toMatchObject({ attempt: 1, abandonedAt: lostAt });
  await queue.release([{ ...found, abandoned: true }], clock.now());
  expect(await claim()).toMatchObject({ attempt: 2, abandonedAt: null });
});
