import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { startTokenIssuer } from '../../../contract-tests/fixtures/client/token-issuer.ts';
import { createNotificationsClient, type NotificationsClient } from '../../../generated/notifications/client.ts';
import { unwrap } from '../../typed-contract/client.ts';
import type { RateLimit } from '../../runtime/rate-limit.ts';
import { createIdGenerator } from '../../runtime/ids.ts';
import { createMasterKey } from '../../runtime/master-key.ts';
import { createProcessMetrics } from '../../runtime/metrics.ts';
import type { NotificationsDatabase } from '../database.ts';
import { notificationsMigrations } from '../migrations/index.ts';
import { createNotificationsService } from '../service.ts';
import type { NotificationsSettings } from '../settings.ts';

export interface TestClock {
  readonly now: () => Date;
  readonly advance: (ms: number) => void;
}

/** A clock that stands still until it is told otherwise. */
export function testClock(start = Date.UTC(2026, 2, 1, 9, 30)): TestClock {
  let ms = start;
  return {
    now: () => new Date(ms),
    advance: (by) => {
      ms += by;
    },
  };
}

/** An app, its key, and the developer who owns it. */
export interface TestApp {
  readonly appId: string;
  readonly key: string;
  /** Calls with the API key. */
  readonly sender: NotificationsClient;
  /** Calls as the developer. */
  readonly portal: NotificationsClient;
}

export const newAddress = (): string => randomBytes(16).toString('hex');

/** The service over HTTP on a free port, with a database and a sign-in provider of its own, and a clock to move. */
export async function startNotifications(settings: Partial<NotificationsSettings> = {}, rateLimit?: RateLimit) {
  const clock = testClock();
  const issuer = await startTokenIssuer({ now: () => clock.now().getTime() });
  const database = await createTestDatabase({ area: 'notifications', migrations: notificationsMigrations });
  const newId = createIdGenerator(() => clock.now().getTime(), randomBytes);
  const environment = {
    baseUrl: 'http://127.0.0.1',
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    newRequestId: newId,
    stopping: new AbortController().signal,
    trustedProxies: [],
    rateLimit,
    checkResponses: true,
    ready: async () => true,
    metrics: createProcessMetrics(() => database.connections()).service('notifications'),
  };
  const { app, stop } = await createNotificationsService({
    database,
    masterKey: createMasterKey(randomBytes(32)),
    settings: {
      issuer: issuer.issuer,
      jwksUrl: issuer.jwksUrl,
      portalClients: ['*'],
      allowedOrigins: [],
      webhookAllowTargets: ['127.0.0.1/32'],
      pushContact: 'mailto:operator@example.com',
      ...settings,
    },
    environment,
    now: clock.now,
    randomBytes: (length) => new Uint8Array(randomBytes(length)),
    newId,
    fetch,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  const as = (token: string) =>
    createNotificationsClient({ baseUrl: url, headers: { authorization: `Bearer ${token}` } });
  const person = async (sub = newAddress()) => as(await issuer.token({ claims: { sub } }));

  const createApp = async (name = 'Coffee Corner'): Promise<TestApp> => {
    const portal = await person();
    const { appId } = unwrap(await portal.createApp({ body: { name } }));
    const { key } = unwrap(await portal.createApiKey({ path: { appId } }));
    const sender = createNotificationsClient({ baseUrl: url, headers: { 'x-platform-notifications-key': key } });
    return { appId, key, sender, portal };
  };

  return {
    url,
    clock,
    issuer,
    database,
    db: database.as<NotificationsDatabase>(),
    as,
    /** Calls as a person, or a developer. */
    person,
    createApp,
    /** A person who allows the app's pushes. */
    recipient: async (appId: string, sub = newAddress()) => {
      const host = await person(sub);
      unwrap(await host.setConsent({ path: { appId }, body: { status: 'granted' } }));
      return { sub, host };
    },
    close: async () => {
      await app.close();
      await stop();
      await database.close();
      await issuer.close();
    },
  };
}

export type TestNotifications = Awaited<ReturnType<typeof startNotifications>>;
