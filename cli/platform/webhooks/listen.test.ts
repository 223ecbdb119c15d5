import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { type ReceivedRequest, startReceiver } from '../../../contract-tests/fixtures/client/receiver.ts';
import {
  startNotificationsService,
  type TestApp,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';
import { createTestProvider } from '../../../src/client/testing/test-provider.ts';
import { verifyWebhook } from '../../../src/client/webhooks/verify-webhook.ts';
import { unwrap } from '../../../src/typed-contract/client.ts';
import { commandLineClient, signIn, signOut } from '../account/session.ts';
import { signingKeysOf } from './app-webhooks.ts';
import { localSigningKeys, runWebhooks } from './listen.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const service = useStarted(startNotificationsService);

/** Runs `webhooks listen` with pauses that end at once. */
function startListening(key: string, forward: string, args = ['--key', key]) {
  const stopping = new AbortController();
  const lines: string[] = [];
  const pauses: number[] = [];
  const result = runWebhooks(['listen', ...args, '--forward', forward], {
    env: { NOTIFICATIONS_BASE_URL: service.url },
    demoKey: async (appId) => (appId === 'other' ? undefined : key),
    fetch,
    now: service.clock.now,
    random: () => 0,
    sleep: async (ms) => {
      if (ms !== 1000) pauses.push(ms);
      await new Promise((resolve) => setImmediate(resolve));
    },
    stopping: stopping.signal,
    print: (line) => lines.push(line),
  });
  return {
    lines,
    pauses,
    stop: () => {
      stopping.abort();
      return result;
    },
    result,
  };
}

const sendTest = async ({ sender }: TestApp, scenario: string) =>
  unwrap(await sender.sendNotification({ body: { sessionAddress: 'a', body: 'b', test: scenario } })).notificationId;

const statusOf = ({ body }: ReceivedRequest) => {
  const { notificationId, status } = JSON.parse(body.toString()) as { notificationId: string; status: string };
  return `${notificationId} ${status}`;
};

test('webhooks listen: events of an app without a webhook are forwarded once each, signed, delivered before clicked', async () => {
  const app = await service.createApp();
  const receiver = await startReceiver();
  const listening = startListening(app.key, receiver.url);
  await expect.poll(() => listening.lines.length).toBe(3);
  const clicked = await sendTest(app, 'clicked');
  await receiver.until(2);
  const dropped = await sendTest(app, 'dropped_device_unreachable');
  await receiver.until(3);
  expect(await listening.stop()).toEqual({ forwarded: 3, dropped: 0 });
  expect(receiver.received.map(statusOf)).toEqual([
    `${clicked} delivered`,
    `${clicked} clicked`,
    `${dropped} dropped_device_unreachable`,
  ]);

  const { publicKey, secret } = localSigningKeys(app.key);
  expect(listening.lines.join('\n')).toContain(`WEBHOOK_PUBLIC_KEY=${publicKey}\n  WEBHOOK_SECRET=${secret}`);
  const now = service.clock.now().getTime();
  for (const { headers, body } of receiver.received) {
    expect(verifyWebhook({ rawBody: body, headers, publicKey, now })).toMatchObject({ ok: true });
    const id = String(headers['webhook-id']);
    const signedAt = new Date(now);
    expect(String(headers['webhook-signature']).split(' ')).toContain(
      new Webhook(secret).sign(id, signedAt, body.toString()),
    );
  }
  await receiver.close();
});

test('webhooks listen: a forward that fails is repeated on the schedule of webhooks, and dropped after 8 attempts', async () => {
  const app = await service.createApp();
  const receiver = await startReceiver((_request, index) => ({ status: index < 8 ? 500 : 200 }));
  const listening = startListening(app.key, receiver.url);
  await expect.poll(() => listening.lines.length).toBe(3);
  await sendTest(app, 'delivered');
  await receiver.until(8);
  await expect.poll(() => listening.lines.at(-1)).toContain('dropped after 8 attempts');
  await sendTest(app, 'delivered');
  await receiver.until(9);
  expect(await listening.stop()).toEqual({ forwarded: 1, dropped: 1 });
  expect(listening.pauses).toEqual([5, 10, 20, 40, 80, 160, 300].map((seconds) => seconds * 1000));
  await receiver.close();
});

test.each([[['--app', 'demo']], [[]]])(
  'webhooks listen: %j forwards the events of the demo app of this machine without a key',
  async (args) => {
    const app = await service.createApp();
    const receiver = await startReceiver();
    const listening = startListening(app.key, receiver.url, args);
    await expect.poll(() => listening.lines.length).toBe(3);
    await sendTest(app, 'delivered');
    await receiver.until(1);
    expect(await listening.stop()).toEqual({ forwarded: 1, dropped: 0 });
    await receiver.close();
  },
);

test('webhooks listen: --app of another app without a key says where the key comes from', async () => {
  const { result } = startListening('ank_1', 'http://127.0.0.1:9/hook', ['--app', 'other']);
  await expect(result).rejects.toThrow(
    'a key with the scope read of the app other, from the page Keys of the developer portal',
  );
});

test('webhooks listen: a wrong key and a wrong address end it with the reason', async () => {
  const wrong = startListening(`ank_${'0'.repeat(26)}`, 'http://127.0.0.1:9/hook');
  await expect(wrong.result).rejects.toThrow('401');
  await expect(startListening('ank_1', 'file:///etc/passwd').result).rejects.toThrow('not an http or https address');
});

test('events: a list pages through everything recorded since a time, each event once', async () => {
  const app = await service.createApp();
  const sent: string[] = [];
  for (let count = 0; count < 3; count++) sent.push(await sendTest(app, 'clicked'));
  const since = service.clock.now().toISOString();
  const listed: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { since, limit: 2, ...(cursor && { cursor }) };
    const page = unwrap(await app.sender.listEvents({ query }));
    listed.push(...page.events.map(({ notificationId, status }) => `${notificationId} ${status}`));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  const expected = sent.flatMap((id) => [`${id} clicked`, `${id} delivered`]);
  expect(listed.toSorted()).toEqual(expected.toSorted());
  const later = new Date(service.clock.now().getTime() + 1).toISOString();
  expect(unwrap(await app.sender.listEvents({ query: { since: later } })).events).toEqual([]);
  expect((await app.sender.listEvents({ query: { since, cursor: 'mine' } })).status).toBe(400);
});

test('platform listen: the keys of an app stay the same over a new sign-in, and change with a logout', async () => {
  const env = { XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), 'credentials-')) };
  const { ssoBaseUrl: issuer, approve, fetch: send } = createTestProvider({ providerAddress: commandLineClient });
  vi.stubGlobal('fetch', send);
  const signInAgain = () =>
    signIn({ env, issuer, notifications: service.url, clientId: commandLineClient, show: (link) => approve(link) });
  const keyOf = (app: string) => signingKeysOf({ app, key: undefined, env }).publicKey;
  try {
    await signInAgain();
    const first = keyOf('one');
    expect(keyOf('other')).not.toBe(first);
    await signInAgain();
    expect(keyOf('one')).toBe(first);

    chmodSync(join(env.XDG_CONFIG_HOME, 'platform', 'credentials.json'), 0o644);
    await signInAgain();
    const second = keyOf('one');
    expect(second).not.toBe(first);
    await signOut(env);
    await signInAgain();
    expect(keyOf('one')).not.toBe(second);
  } finally {
    vi.unstubAllGlobals();
    rmSync(env.XDG_CONFIG_HOME, { recursive: true });
  }
});
