import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOutbox, type TestOutbox } from '../../../contract-tests/fixtures/notifications/outbox.ts';
import { type ClaimedDelivery, createDeliveryQueue } from './delivery-queue-store.ts';

let outbox: TestOutbox;
beforeAll(async () => {
  outbox = await startOutbox();
});
afterAll(() => outbox.close());

const leaseMs = 30_000;

test('delivery queue: a release subtracts the attempt of its claim, but not the attempt of an expired lease', async () => {
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

test('delivery queue: apps with due rows are found beside a backlog of one app and a thousand apps whose rows are not due', async () => {
  const { db, clock } = outbox;
  const busy = await outbox.app('https://busy.example/hook');
  const quiet = await outbox.app('https://quiet.example/hook');
  await outbox.event(quiet.appId);
  const now = sql`${clock.now()}::timestamptz`;
  const insert = async (app: string, count: number, dueAfter: string) => {
    await sql`
      insert into notifications.deliveries
        (app_id, id, notification_id, status, session_address, test, state, created_at, due_at)
      select ${sql.raw(app)}, gen_random_uuid(), 'ntf_' || n, 'delivered', 'person', true, 'pending', ${now},
        ${now} + ${sql.raw(dueAfter)}
      from generate_series(1, ${count}::int) as n`.execute(db);
  };
  const dueApps = async () => {
    const due = await createDeliveryQueue(db, 'test').dueEndpoints(clock.now());
    return due.map(({ endpointId }) => endpointId).filter((id) => id === busy.appId || id === quiet.appId);
  };
  await insert('gen_random_uuid()', 1_000, "interval '1 hour'");
  expect(await dueApps()).toEqual([quiet.appId]);
  await insert(`'${busy.appId}'::uuid`, 2_000, "- interval '1 hour'");
  expect((await dueApps()).toSorted()).toEqual([busy.appId, quiet.appId].toSorted());
});
