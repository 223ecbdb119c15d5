import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startNotificationsService,
  type TestNotifications,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';
import { openDatabase } from '../../runtime/database/database.ts';
import type { NotificationsDatabase } from '../database.ts';

const onServer = process.env['TEST_DATABASE_URL'] !== undefined;

let service: TestNotifications;
beforeAll(async () => {
  service = await startNotificationsService();
});
afterAll(() => service.close());

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
