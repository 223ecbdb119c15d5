import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startMobilePushServer } from '../../../contract-tests/fixtures/notifications/mobile-push-server.ts';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { createHttp2Client } from '../../runtime/outbound/http2-client.ts';
import { createMasterKey } from '../../runtime/start/master-key.ts';
import type { NotificationsDatabase } from '../database.ts';
import { notificationsMigrations } from '../migrations/index.ts';
import { createApnsTransport } from './apns-transport.ts';
import { createPushCredentialsKeyring } from './push-credentials.ts';
import { createPushCredentialsStore } from './push-credentials-store.ts';
import { sealToken } from './web-push-transport.ts';

/** Number of pushes, which only the nightly run sends. */
const count = Number(process.env['TEST_PUSH_COUNT'] ?? 0);
/** Pushes in flight, of a dispatcher at most. */
const concurrency = Math.min(1024, Math.ceil(count / 10));

test.runIf(count > 0)(
  `APNs: of ${count} pushes none is lost or doubled, with GOAWAY and refused streams in the middle`,
  async () => {
    const arrivals = new Map<string, number>();
    let requests = 0;
    let departures = 0;
    const vendor = await startMobilePushServer(({ headers }, connection) => {
      requests += 1;
      if (requests % Math.ceil(count / 5) === 0) {
        departures += 1;
        connection.leave();
      }
      if (requests % 97 === 0) return 'refuse';
      const id = String(headers['apns-collapse-id']);
      arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
      return { status: 200 };
    });
    const database = await createTestDatabase({ area: 'notifications', migrations: notificationsMigrations });
    const masterKey = createMasterKey(randomBytes(32));
    const http = createHttp2Client();
    try {
      const credentials = createPushCredentialsKeyring(
        createPushCredentialsStore(database.as<NotificationsDatabase>()),
        masterKey,
      );
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      await credentials.set(
        {
          transport: 'apns',
          teamId: 'DEF123GHIJ',
          keyId: 'ABC123DEFG',
          topic: 'com.example.host',
          environment: 'production',
          privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        },
        new Date(),
      );
      const transport = createApnsTransport({
        http,
        masterKey,
        credentials,
        endpoint: vendor.url,
        now: () => new Date(),
        measure: () => undefined,
        log: { error: () => undefined },
      });
      const handOver = (index: number) =>
        transport.handOver(
          {
            notificationId: `ntf_${index}`,
            appId: '019c7a10-1400-7055-9e9a-4427b88fbebe',
            title: 'Coffee Corner',
            body: 'Ready!',
            startParam: null,
            sentAt: new Date(),
            sessionAddress: 'person',
            state: 'queued',
            tries: 1,
            traceparent: null,
            allowed: true,
            handovers: {},
            insideApp: false,
          },
          {
            id: `device-${index}`,
            transport: 'apns',
            sealedSubscription: sealToken(masterKey, randomBytes(32).toString('hex')),
            pushKeyId: 'vapid',
            platformOnly: false,
          },
        );
      let next = 0;
      const results: unknown[] = [];
      const work = async () => {
        while (next < count) results.push(await handOver(next++));
      };
      await Promise.all(Array.from({ length: concurrency }, work));
      expect(results.filter((result) => result !== 'accepted')).toEqual([]);
      expect([arrivals.size, [...arrivals].filter(([, times]) => times !== 1)]).toEqual([count, []]);
      expect(departures).toBeGreaterThanOrEqual(5);
    } finally {
      http.close();
      await vendor.close();
      await database.close();
    }
  },
  300_000,
);
