import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNotificationsClient } from '../../generated/notifications/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { hasNats, startNats, type TemporaryNats } from '../fixtures/servers.ts';
import {
  type NotificationsApp,
  type RunningNotifications,
  type SecondProcess,
  startNotifications,
} from '../fixtures/notifications.ts';
import { startPlatform } from '../fixtures/platform.ts';
import { waitUntil, readText } from '../fixtures/http.ts';

const onServer = process.env['TEST_DATABASE_URL'] !== undefined;

describe.runIf(hasNats && onServer)('events between processes in NATS', () => {
  let nats: TemporaryNats;
  let observer: NatsConnection;
  let service: RunningNotifications;
  let second: SecondProcess;
  let app: NotificationsApp;
  /** Subjects of all messages, and how long those are. */
  const messages: { readonly subject: string; readonly bytes: number }[] = [];
  beforeAll(async () => {
    nats = await startNats();
    const { host } = new URL(nats.url);
    observer = await connect({ servers: host, user: 'platform', pass: 'p@ss', maxReconnectAttempts: -1 });
    observer.subscribe('platform.>', {
      callback: (_error, { subject, data }) => void messages.push({ subject, bytes: data.length }),
    });
    service = await startNotifications({ env: { NATS_URL: nats.url } });
    second = await service.another();
    app = await service.app();
  });
  afterAll(async () => {
    await second.platform.stop();
    await service.stop();
    await observer.close();
    await nats.kill();
  });

  /** A person with an open page at the second process. */
  const openPage = async () => {
    const { sub, host } = await service.recipient(app.appId);
    const { deviceId } = unwrap(await host.createDevice({ body: { transport: 'stream' } }));
    const authorization = `Bearer ${await service.issuer.token({ claims: { sub } })}`;
    const page = createNotificationsClient({
      baseUrl: service.url,
      fetch: second.fetch,
      headers: { authorization },
    });
    const pushes = readText(unwrap(await page.streamPushes({ query: { deviceId } })));
    await pushes.until(': open');
    return { sub, pushes };
  };
  const send = async (sub: string, body: string) =>
    unwrap(await app.sender.sendNotification({ body: { sessionAddress: sub, body } })).notificationId;
  const subjectOf = (sub: string) => `platform.pages.${Buffer.from(sub).toString('base64url')}.push`;

  test('NATS: a push is announced under the recipient alone, without content, and reaches the page of another process', async () => {
    const { sub, pushes } = await openPage();
    const id = await send(sub, 'For you alone');
    expect(await pushes.until(id)).toContain('For you alone');
    await waitUntil(() => messages.some(({ subject }) => subject === subjectOf(sub)));
    expect(messages.filter(({ bytes }) => bytes > 0)).toEqual([]);
    expect(JSON.stringify(messages)).not.toContain('For you alone');
    await pushes.end();
  });

  test('NATS: without it pushes arrive by polling, and after its restart events are carried again', async () => {
    const { sub, pushes } = await openPage();
    await nats.kill();
    await pushes.until(await send(sub, 'By polling'));
    await pushes.end();
    await nats.restart();
    messages.length = 0;
    // Clients connect again after up to a second, and a person gets one push an hour.
    const isCarried = async () => {
      const page = await openPage();
      await page.pushes.until(await send(page.sub, 'By an event'));
      await page.pushes.end();
      return messages.some(({ subject }) => subject === subjectOf(page.sub));
    };
    await expect.poll(isCarried, { interval: 500 }).toBe(true);
  });

  test('NATS: the services start while it is down', async () => {
    await nats.kill();
    const third = await service.another();
    await third.platform.stop();
    await nats.restart();
  });
});

test('NATS: an address of another machine needs TLS and a password', async () => {
  const env = { NATS_URL: 'nats://platform:secret@nats.example', TEST_DATABASE_URL: '' };
  await expect(startPlatform({ services: ['notifications'], env })).rejects.toThrow(
    'NATS_URL is set, but not a URL with TLS and a password',
  );
});
