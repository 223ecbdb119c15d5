import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { accepted } from './sends/test-scenario.ts';
import { respondWith, startOutbox } from '../../contract-tests/fixtures/notifications/outbox.ts';
import { expectLastingEvents } from '../../contract-tests/fixtures/runtime/tables.ts';
import { useStarted } from '../../contract-tests/fixtures/use-started.ts';
import { expiredRowDeletions } from './delete-expired-store.ts';

const day = 24 * 3_600_000;
const pair = { sessionAddress: 'person' } as const;

const outbox = useStarted(startOutbox);

const tables = [
  'notifications.idempotency_keys',
  'notifications.prompt_budgets',
  'notifications.presence',
  'notifications.deliveries',
  'notifications.delivery_attempts',
  'notifications.notifications',
  'notifications.outcomes',
  'notifications.consents',
] as const;

async function counts(): Promise<Record<string, number>> {
  const entries = tables.map(async (table) => {
    const { count } = await outbox.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return [table.split('.')[1] ?? '', count] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function deleteAllExpired(): Promise<void> {
  for (const deleteExpired of expiredRowDeletions(outbox.db, outbox.clock.now)) while ((await deleteExpired(1)) > 0);
}

test('notifications expiry: expired rows are deleted in small batches, and no other rows', async () => {
  const { appId } = await outbox.app();
  await outbox.store.consents.set({ appId, ...pair, status: 'granted' });
  await outbox.store.consents.requestPrompt({ appId, sessionAddress: 'somebody else' });
  const expiresAt = new Date(outbox.clock.now().getTime() + 60_000);
  await outbox.store.presence.set({ appId, ...pair, deviceId: undefined, expiresAt });
  await outbox.event(appId, 'clicked');
  await outbox.store.sends
    .accept({
      appId,
      ...pair,
      notificationId: 'ntf_00000000000000000001',
      body: 'text',
      startParam: undefined,
      bodyHash: 'hash',
      idempotency: { key: 'key', payloadHash: 'hash' },
      scenario: undefined,
    })
    .then(accepted);
  await outbox.worker(respondWith(200)).drain();

  const all = {
    idempotency_keys: 1,
    prompt_budgets: 1,
    presence: 1,
    deliveries: 2,
    delivery_attempts: 2,
    notifications: 2,
    outcomes: 2,
    consents: 1,
  };
  await deleteAllExpired();
  expect(await counts()).toEqual(all);
  outbox.clock.advance(60_000);
  await deleteAllExpired();
  expect(await counts()).toEqual({ ...all, presence: 0 });
  outbox.clock.advance(day);
  await deleteAllExpired();
  const after1 = { ...all, presence: 0, idempotency_keys: 0, prompt_budgets: 0 };
  expect(await counts()).toEqual(after1);
  outbox.clock.advance(29 * day);
  await deleteAllExpired();
  // A notification without an outcome is not deleted.
  const after30 = { ...after1, deliveries: 0, delivery_attempts: 0, notifications: 1 };
  expect(await counts()).toEqual(after30);
  outbox.clock.advance(30 * day);
  await deleteAllExpired();
  expect(await counts()).toEqual({ ...after30, outcomes: 0 });
});

test('notifications expiry: events are deleted after 400 days, and a wrong clock alone deletes none', async () => {
  const events = outbox.db.selectFrom('notifications.audit_events');
  await expectLastingEvents({
    record: (event, at) =>
      outbox.db
        .insertInto('notifications.audit_events')
        .values({
          app_id: randomUUID(),
          id: randomUUID(),
          at,
          event,
          request_id: 'system',
          actor_sub: 'developer',
          client_address: 'portal',
          ip: '',
          details: '{}',
        })
        .execute(),
    names: async () => (await events.select('event').orderBy('at').execute()).map(({ event }) => event),
    deleteExpired: async (now) => {
      for (const deleteExpired of expiredRowDeletions(outbox.db, () => now)) await deleteExpired(10);
    },
    deleteAnyway: (event) => outbox.db.deleteFrom('notifications.audit_events').where('event', '=', event).execute(),
  });
});
