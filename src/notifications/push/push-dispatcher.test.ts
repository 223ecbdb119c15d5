import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createEventBus } from './event-bus.ts';
import { startOutbox } from '../../../contract-tests/fixtures/notifications/outbox.ts';
import { createPushDispatcher } from './push-dispatcher.ts';
import { createPushStreams } from './push-streams.ts';
import { pushLifetimeMs, type PushTransport, streamTransport } from './push-transport.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const minute = 60_000;

const outbox = useStarted(startOutbox);

/** One process with open pages, and push services that return the given result. */
function process(handOver: PushTransport['handOver'] = async () => 'accepted') {
  const { store, clock } = outbox;
  const dependencies = {
    ...store,
    eventBus: createEventBus(),
    now: clock.now,
    newId: randomUUID,
    log: pino({ level: 'silent' }),
    continueTrace: <Result>(_parent: string | null, work: () => Result) => work(),
  };
  const webPush = {
    handOver,
    receiptDeadline: ({ sentAt }: { sentAt: Date }) => new Date(sentAt.getTime() + pushLifetimeMs),
  };
  const streams = createPushStreams({ ...dependencies, statusLists: { isRevoked: async () => false } });
  const dispatcher = createPushDispatcher({
    ...dependencies,
    transports: { 'web-push': webPush, stream: streamTransport, apns: streamTransport, fcm: streamTransport },
  });
  const expiresAt = new Date(clock.now().getTime() + 60 * minute);
  return {
    ...dispatcher,
    /** Opens a page. @returns a function that waits for its next push */
    open: async (device: { readonly sessionAddress: string; readonly deviceId: string }) => {
      const stream = await streams.open({ ...device, expiresAt });
      if (!stream) throw new Error('The device does not exist.');
      return async (): Promise<string | undefined> => {
        for await (const chunk of stream.values({ preventCancel: true })) {
          const [, id] = /^id: (.*)$/m.exec(new TextDecoder().decode(chunk)) ?? [];
          if (id !== undefined) return id;
        }
        return undefined;
      };
    },
    stop: async () => {
      streams.stop();
      await dispatcher.stop();
    },
  };
}

async function person(...transports: readonly ('web-push' | 'stream')[]) {
  const { store, clock } = outbox;
  const { appId } = await outbox.app();
  const sessionAddress = randomUUID();
  await store.consents.set({ appId, sessionAddress, status: 'granted' });
  const devices = await Promise.all(
    transports.map((transport) =>
      store.devices.create(
        {
          id: randomUUID(),
          sessionAddress,
          transport,
          createdAt: clock.now(),
          subscription:
            transport === 'stream' ? undefined : { endpointHash: randomUUID(), sealed: 'sealed', publicKey: undefined },
        },
        50,
      ),
    ),
  );
  const deviceId = devices.find((registered) => registered?.device.transport === 'stream')?.device.id ?? '';
  const send = () => outbox.send(appId, sessionAddress);
  return { page: { sessionAddress, deviceId }, send };
}

async function outcomeOf(id: string): Promise<string | null> {
  const { state, outcome } = await outbox.db
    .selectFrom('notifications.notifications')
    .select(['state', 'outcome'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return outcome ?? state;
}

test('push dispatch: an open page receives a push that was sent long before it was dispatched', async () => {
  const { page, send } = await person('stream');
  const sent = await send();
  const { drain, open, stop } = process();
  outbox.clock.advance(2 * minute);
  const next = await open(page);
  await drain();
  expect(await next()).toBe(sent);
  outbox.clock.advance(minute - 1);
  await drain();
  expect(await outcomeOf(sent)).toBe('offered');
  outbox.clock.advance(1);
  await drain();
  expect(await outcomeOf(sent)).toBe('dropped_device_unreachable');
  await stop();
});

test('push dispatch: after a restart pages have a minute to reconnect', async () => {
  const { page, send } = await person('stream');
  const sent = await send();
  outbox.clock.advance(10 * minute);
  const { drain, open, stop } = process();
  await drain();
  expect(await outcomeOf(sent)).toBe('offered');
  outbox.clock.advance(minute - 1);
  expect(await (await open(page))()).toBe(sent);
  await stop();
});

test('push dispatch: an open page does not wait for the push services of other devices', async () => {
  const { page, send } = await person('stream', 'web-push');
  let response = () => {};
  const hanging = new Promise<'accepted'>((resolve) => {
    response = () => resolve('accepted');
  });
  const { drain, open, stop } = process(() => hanging);
  const next = await open(page);
  const sent = await send();
  const drained = drain();
  expect(await next()).toBe(sent);
  response();
  await drained;
  await stop();
});

test('push dispatch: a push service that hangs delays only pushes of its app', async () => {
  const recipient = await person('web-push');
  const other = await person('stream');
  await outbox.db.deleteFrom('notifications.notifications').execute();
  const template = await recipient.send();
  // Copies the notification to simulate many recipients.
  const row = await outbox.db
    .selectFrom('notifications.notifications')
    .select(['app_id', 'session_address', 'test', 'body_hash', 'body', 'accepted_at', 'state', 'due_at', 'tries'])
    .where('id', '=', template)
    .executeTakeFirstOrThrow();
  await outbox.db
    .insertInto('notifications.notifications')
    .values(Array.from({ length: 1500 }, (_, index) => ({ ...row, id: `${template}${index}` })))
    .execute();
  outbox.clock.advance(1);
  const sent = await other.send();
  // A push that a round claims while the others end gets this response, too.
  const response = Promise.withResolvers<'accepted'>();
  let waiting = 0;
  const { start, open, stop } = process(() => {
    waiting += 1;
    return response.promise;
  });
  const next = await open(other.page);
  start();
  expect(await next()).toBe(sent);
  await expect.poll(() => waiting).toBe(128);
  const stopped = stop();
  response.resolve('accepted');
  await stopped;
});
