import { beforeAll, expect, test } from 'vitest';
import type { NotificationsClient } from '../../../generated/notifications/client.ts';
import { unwrap } from '../../typed-contract/client.ts';
import {
  newAddress,
  startNotificationsService,
  type TestApp,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';
import { openDatabase } from '../../runtime/database/database.ts';
import type { NotificationsDatabase } from '../database.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const service = useStarted(startNotificationsService);
let app: TestApp;
beforeAll(async () => {
  app = await service.createApp();
});

const hour = 3_600_000;

/** Sends with an Idempotency-Key. */
async function post(key: string, json: string) {
  const { status, body } = await app.postSend(json, { 'idempotency-key': key });
  return { status, body };
}

const decide = async (host: NotificationsClient, status: 'granted' | 'denied') =>
  unwrap(await host.setConsent({ path: { appId: app.appId }, body: { status } }));

test('notifications idempotency: the same payload in another JSON spelling replays the original id without a second push [E27]', async () => {
  const { sub } = await service.recipient(app.appId);
  const first = await post('replay', `{"sessionAddress":"${sub}","body":"caf\\u00e9"}`);
  const again = await post('replay', `{ "body": "café",\n "sessionAddress": "${sub}" }`);
  expect(first.status).toBe(202);
  expect(again).toEqual(first);
  const rows = await service.db
    .selectFrom('notifications.notifications')
    .select('id')
    .where('session_address', '=', sub)
    .execute();
  expect(rows).toHaveLength(1);
});

test('notifications idempotency: a replay spends no quota and does not name it', async () => {
  const { sub: sessionAddress } = await service.recipient(app.appId);
  const request = { headers: { 'Idempotency-Key': 'quota' }, body: { sessionAddress, body: 'Test notification' } };
  const [first, again] = [await app.sender.sendNotification(request), await app.sender.sendNotification(request)];
  expect([first.status, first.headers.get('ratelimit')]).toEqual([202, '"hour";r=0;t=3600, "day";r=2;t=86400']);
  expect([again.status, again.headers.get('ratelimit') ?? '']).toEqual([202, expect.not.stringContaining('day')]);
});

test('notifications idempotency: another payload gets 409 with code 1003, and keys of two apps are independent', async () => {
  const { sub } = await service.recipient(app.appId);
  const body = { sessionAddress: sub, body: 'Test notification', test: 'delivered' };
  expect((await post('conflict', JSON.stringify(body))).status).toBe(202);
  expect(await post('conflict', JSON.stringify({ ...body, body: 'Other' }))).toMatchObject({
    status: 409,
    body: { code: 1003 },
  });
  const other = await service.createApp();
  const response = await other.sender.sendNotification({ headers: { 'Idempotency-Key': 'conflict' }, body });
  expect(response.status).toBe(202);
});

test.each<[string, (sub: string) => Promise<unknown>]>([
  ['a consent that was denied since', async (sub) => decide(await service.person(sub), 'denied')],
  [
    'a consent that was deleted since',
    (sub) => service.db.deleteFrom('notifications.consents').where('session_address', '=', sub).execute(),
  ],
  ['the duplicate body and the exhausted hourly rate of its own first send', async () => undefined],
  [
    'a rate that other sends have exhausted',
    async (sub) => {
      service.clock.advance(2 * hour);
      unwrap(await app.sender.sendNotification({ body: { sessionAddress: sub, body: 'another text' } }));
    },
  ],
])('notifications idempotency: a replay returns the original response despite %s', async (what, meanwhile) => {
  const { sub } = await service.recipient(app.appId);
  const json = JSON.stringify({ sessionAddress: sub, body: 'Once' });
  const key = `replay: ${what}`.replaceAll(' ', '-');
  const first = await post(key, json);
  expect(first.status).toBe(202);
  await meanwhile(sub);
  expect(await post(key, json)).toEqual(first);
});

test('notifications idempotency: a refused send does not store the key', async () => {
  const { sub, host } = await service.recipient(app.appId);
  await decide(host, 'denied');
  expect((await post('refused', JSON.stringify({ sessionAddress: sub, body: 'a' }))).status).toBe(403);
  await decide(host, 'granted');
  expect((await post('refused', JSON.stringify({ sessionAddress: sub, body: 'b' }))).status).toBe(202);
});

test('notifications idempotency: a key expires exactly 24 hours after its send [E92]', async () => {
  const first = JSON.stringify({ sessionAddress: newAddress(), body: 'a', test: 'delivered' });
  const second = JSON.stringify({ sessionAddress: newAddress(), body: 'b', test: 'delivered' });
  expect((await post('window', first)).status).toBe(202);
  service.clock.advance(24 * hour - 1);
  expect((await post('window', second)).status).toBe(409);
  service.clock.advance(1);
  expect((await post('window', second)).status).toBe(202);
});

test.each(['a b', 'ü', 'x'.repeat(256)])(
  'notifications idempotency: the malformed key %j gets 400 with code 1001',
  async (key) => {
    const json = JSON.stringify({ sessionAddress: 'a', body: 'b', test: 'delivered' });
    const response = await post(Buffer.from(key, 'utf8').toString('latin1'), json);
    expect(response).toMatchObject({ status: 400, body: { code: 1001 } });
  },
);

const onServer = process.env['TEST_DATABASE_URL'] !== undefined;

// The embedded engine has one connection, so that nobody else can hold the lock.
test.skipIf(!onServer)(
  'notifications send: while the lock of a person is held, their send gets 503 with Retry-After, and others are accepted',
  async () => {
    const { appId, sender } = await service.createApp();
    const [held, free] = [await service.recipient(appId), await service.recipient(appId)];
    const send = (sessionAddress: string) => sender.sendNotification({ body: { sessionAddress, body: 'Hello' } });
    const other = await openDatabase({ databaseUrl: service.database.url ?? '', poolSize: 1 });
    try {
      await other
        .as<NotificationsDatabase>()
        .transaction()
        .execute(async (trx) => {
          await trx
            .selectFrom('notifications.consents')
            .select('status')
            .where('app_id', '=', appId)
            .where('session_address', '=', held.sub)
            .forUpdate()
            .executeTakeFirstOrThrow();
          const waiting = send(held.sub);
          expect((await send(free.sub)).status).toBe(202);
          const refused = await waiting;
          expect(refused).toMatchObject({ status: 503, body: { code: 503 } });
          expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
        });
      expect((await send(held.sub)).status).toBe(202);
    } finally {
      await other.close();
    }
  },
);
