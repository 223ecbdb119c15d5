import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOutbox } from '../../../contract-tests/fixtures/notifications/outbox.ts';

let outbox: Awaited<ReturnType<typeof startOutbox>>;
beforeAll(async () => {
  outbox = await startOutbox();
});
afterAll(() => outbox.close());

/** Creates a stream device of a person with an open connection. */
async function openPage(sessionAddress: string) {
  const { store, clock } = outbox;
  const page = { id: randomUUID(), sessionAddress, transport: 'stream', subscription: undefined } as const;
  await store.devices.create({ ...page, createdAt: clock.now() }, 50);
  const stream = { sessionAddress, deviceId: page.id, connection: randomUUID() };
  expect(await store.devices.connect(stream, clock.now())).toBe(true);
  return stream;
}

test('devices: concurrent heartbeats each learn whether their connection is current', async () => {
  const { store, clock, db } = outbox;
  const streams = [await openPage('one'), await openPage('two'), await openPage('three')] as const;
  await store.devices.connect({ ...streams[1], connection: randomUUID() }, clock.now());
  await store.devices.delete('three', streams[2].deviceId);
  clock.advance(15_000);
  const seenAt = clock.now();
  const kept = await Promise.all(streams.map((stream) => store.devices.recordHeartbeat({ ...stream, seenAt })));
  expect(kept).toEqual([true, false, false]);
  const seen = await db.selectFrom('notifications.devices').select(['session_address', 'seen_at']).execute();
  const times = Object.fromEntries(seen.map((row) => [row.session_address, row.seen_at.getTime()]));
  expect(times).toEqual({ one: seenAt.getTime(), two: seenAt.getTime() - 15_000 });
});

test("devices: a heartbeat for another person's stream changes nothing", async () => {
  const stream = await openPage('four');
  const seenAt = outbox.clock.now();
  expect(await outbox.store.devices.recordHeartbeat({ ...stream, sessionAddress: 'five', seenAt })).toBe(false);
});
