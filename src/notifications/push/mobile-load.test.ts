import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  startMobilePushServer,
  type Vendor,
  type VendorResponse,
} from '../../../contract-tests/fixtures/notifications/mobile-push-server.ts';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { createHttp2Client } from '../../runtime/outbound/http2-client.ts';
import { createMasterKey } from '../../runtime/start/master-key.ts';
import { type NotificationsDatabase, notificationsMigrations } from '../database.ts';
import { createApnsTransport } from './apns-transport.ts';
import { createFcmTransport } from './fcm-transport.ts';
import { createPushCredentialsKeyring, type PushCredentials } from './push-credentials-store.ts';
import { createPushCredentialsStore } from './push-credentials-store.ts';
import type { HandoverResult } from './push-transport.ts';
import { sealToken } from './web-push-transport.ts';

/** Number of pushes, which only the nightly run sends. */
const count = Number(process.env['TEST_PUSH_COUNT'] ?? 0);
/** Pushes in flight, of a dispatcher at most. */
const concurrency = Math.min(1024, Math.ceil(count / 10));
const everyNth = (part: number) => Math.ceil(count / part);

const pem = { type: 'pkcs8', format: 'pem' } as const;
const apns = (): PushCredentials => ({
  transport: 'apns',
  teamId: 'DEF123GHIJ',
  keyId: 'ABC123DEFG',
  topic: 'com.example.host',
  environment: 'production',
  privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pem).toString(),
});
const fcm = (): PushCredentials => ({
  transport: 'fcm',
  projectId: 'example-host',
  clientEmail: 'push@example-host.iam.gserviceaccount.com',
  privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pem).toString(),
});

/**
 * Hands pushes over to a vendor until it has each; those that failed again, as the dispatcher does after a pause.
 *
 * @returns every result
 */
async function handOverAll(
  { credentials: own, createTransport }: typeof toApple | typeof toGoogle,
  { vendor: answer, now }: { readonly vendor: Vendor; readonly now: () => Date },
): Promise<readonly HandoverResult[]> {
  const vendor = await startMobilePushServer(answer);
  const database = await createTestDatabase({ area: 'notifications', migrations: notificationsMigrations });
  const masterKey = createMasterKey(randomBytes(32));
  const http = createHttp2Client();
  try {
    const store = createPushCredentialsStore(database.as<NotificationsDatabase>());
    const credentials = createPushCredentialsKeyring(store, masterKey);
    const set = own();
    await credentials.set(set, now());
    const transport = createTransport({
      http,
      masterKey,
      credentials,
      endpoint: vendor.url,
      now,
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
          sentAt: now(),
          sessionAddress: 'person',
          state: 'queued',
          tries: 1,
          traceparent: null,
          allowed: true,
          handovers: {},
        },
        {
          id: `device-${index}`,
          transport: set.transport,
          sealedSubscription: sealToken(masterKey, `${index}`),
          pushKeyId: 'vapid',
          platformOnly: false,
        },
      );
    const waiting = Array.from({ length: count }, (_, index) => index);
    const results: HandoverResult[] = [];
    const work = async () => {
      for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
        const result = await handOver(index);
        results.push(result);
        if (result === 'failed' || typeof result === 'object') waiting.unshift(index);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    return results;
  } finally {
    http.close();
    await vendor.close();
    await database.close();
  }
}

const toApple = { credentials: apns, createTransport: createApnsTransport };
const toGoogle = { credentials: fcm, createTransport: createFcmTransport };

test.runIf(count > 0)(
  `APNs: of ${count} pushes none is lost or doubled, with GOAWAY and refused streams in the middle`,
  async () => {
    const arrivals = new Map<string, number>();
    let requests = 0;
    let departures = 0;
    const vendor: Vendor = ({ headers }, connection) => {
      requests += 1;
      if (requests % everyNth(5) === 0) {
        departures += 1;
        connection.leave();
      }
      if (requests % 97 === 0) return 'refuse';
      const id = String(headers['apns-collapse-id']);
      arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
      return { status: 200 };
    };
    const results = await handOverAll(toApple, { vendor, now: () => new Date() });
    expect(results.filter((result) => result !== 'accepted')).toEqual([]);
    expect([arrivals.size, [...arrivals].filter(([, times]) => times !== 1)]).toEqual([count, []]);
    expect(departures).toBeGreaterThanOrEqual(5);
  },
  300_000,
);

test.runIf(count > 0)(
  `FCM: of ${count} pushes none is lost or shown twice, with quotas, outages, broken connections and ended tokens in the middle`,
  async () => {
    const clock = { now: new Date('2026-03-01T09:30:00.000Z') };
    /** What phones show: pushes by tag, of each phone. */
    const shown = new Map<string, Set<string>>();
    let [messages, arrivals, cuts, departures] = [0, 0, 0, 0];
    let [tokenRequests, tokens, ended, uses] = [0, 0, 0, 0];
    const later = (status: number, errorCode: string): VendorResponse => ({
      status,
      headers: { 'retry-after': '30' },
      body: { error: { details: [{ errorCode }] } },
    });

    /** RFC 7523: a token lives for an hour; the second request finds no server. */
    const issueToken = (): VendorResponse => {
      tokenRequests += 1;
      if (tokenRequests === 2) return { status: 503 };
      tokens += 1;
      uses = 0;
      return { status: 200, body: { access_token: `ya29.${tokens}`, expires_in: 3600, token_type: 'Bearer' } };
    };

    const vendor: Vendor = ({ path, headers, body }, connection) => {
      if (path === '/token') return issueToken();
      const current = headers.authorization === `Bearer ya29.${tokens}`;
      if (!current || uses >= everyNth(4)) return { status: 401 };
      messages += 1;
      uses += 1;
      // Google ends a token early, and once time does.
      if (uses === everyNth(4)) ended += 1;
      if (messages === everyNth(3)) clock.now = new Date(clock.now.getTime() + 56 * 60_000);
      if (messages % everyNth(5) === 0) {
        departures += 1;
        connection.leave();
      }
      if (messages % 97 === 0) return 'refuse';
      if (messages % 101 === 0) return later(429, 'QUOTA_EXCEEDED');
      if (messages % 103 === 0) return later(503, 'UNAVAILABLE');
      const { token, android } = JSON.parse(body).message;
      arrivals += 1;
      // Android replaces a notification by one with the same tag.
      shown.set(token, (shown.get(token) ?? new Set()).add(`${android.notification.tag} ${android.collapse_key}`));
      if (messages % everyNth(7) === 0) {
        cuts += 1;
        connection.cut();
      }
      return { status: 200 };
    };
    const results = await handOverAll(toGoogle, { vendor, now: () => clock.now });

    expect(results.filter((result) => result === 'accepted')).toHaveLength(count);
    expect([shown.size, [...shown].filter(([, tags]) => tags.size !== 1)]).toEqual([count, []]);
    // Only what was on its way over a connection that broke off can arrive again; a connection has 100 requests at most.
    expect(arrivals - count).toBeLessThanOrEqual(cuts * 100);
    const pauses = results.filter((result) => typeof result === 'object');
    expect(pauses.filter(({ retryAfterMs }) => retryAfterMs !== 30_000)).toEqual([]);
    expect(pauses.length).toBeGreaterThan(0);
    // All pushes share a token: the first, one after each that ended, the refused one, and those whose connection broke off.
    expect(tokenRequests).toBeLessThanOrEqual(3 + ended + cuts);
    expect([departures >= 5, cuts >= 7, ended >= 3]).toEqual([true, true, true]);
  },
  300_000,
);
