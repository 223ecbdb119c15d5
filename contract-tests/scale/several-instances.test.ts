import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serviceNames } from '../../src/composition/settings.ts';
import { createBackendClient } from '../../generated/backend/client.ts';
import { createNotificationsClient, type NotificationsClient } from '../../generated/notifications/client.ts';
import { dpopMiddleware } from '../../src/client/http/middleware.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type Fleet, startFleet } from '../fixtures/fleet.ts';
import { type Agent, bindAgent, testProvider, urlOf } from '../fixtures/identity.ts';
import { readText } from '../fixtures/http.ts';
import { deletePlatformData } from '../fixtures/platform.ts';
import { type Receiver, startReceiver } from '../fixtures/client/receiver.ts';

// Consecutive requests can reach different processes, so only the database can hold their state.
describe.skipIf(process.env['TEST_POOLER_URL'] === undefined)('several instances', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  let fleet: Fleet;
  let clientId: string;
  let agents: readonly Agent[];
  let backend: Receiver;
  beforeAll(async () => {
    backend = await startReceiver();
    fleet = await startFleet({
      env: {
        WEBHOOK_ALLOW_TARGETS: '127.0.0.1/32',
        PORTAL_CLIENTS: '*',
        WEBHOOK_PUBLIC_KEY: Buffer.from(`${publicKey.export({ format: 'jwk' }).x}`, 'base64url').toString('hex'),
        NEXT_PUBLIC_RECIPIENT_ADDRESS: '9mVvnEn4QF6Rp8CLNitLeAzCP6P5xoHftC28p7y5GYc4',
      },
    });
    clientId = await testProvider(fleet);
    agents = await Promise.all([1, 2, 3, 4].map(() => bindAgent(fleet, { clientId })));
  });
  afterAll(async () => {
    await fleet.stop();
    await deletePlatformData(fleet);
    await backend.close();
  });

  const signed = ({ key, accessToken }: Agent) => dpopMiddleware({ keypair: key, accessToken: () => accessToken });
  const notificationsOf = (agent: Agent): NotificationsClient =>
    createNotificationsClient({ baseUrl: urlOf(fleet, 'notifications'), middleware: [signed(agent)] });

  test('several instances: all instances show the same posts, comments and votes', async () => {
    const [author, ...others] = agents;
    if (!author) throw new Error('there are four');
    unwrap(await author.forum.createForum({ body: { name: 'fleet', description: 'Written by all, everywhere' } }));
    const { post } = unwrap(await author.forum.createPost({ body: { title: 'One', body: 'Post.', forum: 'fleet' } }));
    const path = { id: post.id };
    await Promise.all(
      others.flatMap(({ forum }) => [
        forum.createComment({ path, body: { body: 'Seen.' } }).then(unwrap),
        forum.voteOnPost({ path, body: { value: 1 } }).then(unwrap),
      ]),
    );
    const seen = await Promise.all(agents.map(async ({ forum }) => unwrap(await forum.getPost({ path }))));
    for (const read of seen) expect(read.post).toMatchObject({ score: others.length, commentCount: others.length });
  });

  test('several instances: sessions are refreshed at alternating instances without a fork of the family', async () => {
    for (const agent of agents) {
      let { refreshToken } = agent;
      for (let turn = 0; turn < 4; turn += 1) {
        const body = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId } as const;
        refreshToken = unwrap(await agent.sso.exchangeToken({ body })).refresh_token ?? '';
      }
    }
  });

  test('several instances: an invoice that is created and paid at different instances is listed at all', async () => {
    for (const agent of agents) {
      const shop = createBackendClient({ baseUrl: urlOf(fleet, 'backend'), middleware: [signed(agent)] });
      const { invoice, recipient } = unwrap(await shop.createInvoice({ body: { productId: 'coins-100-usdc' } }));
      const payment = JSON.stringify({ invoice, recipient, status: 'finalized' });
      const paid = await fetch(`${urlOf(fleet, 'backend')}/api/webhooks/payment`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-webhook-version': '3',
          'x-webhook-signature': sign(null, Buffer.from(payment), privateKey).toString('hex'),
        },
        body: payment,
      });
      expect(paid.status).toBe(200);
      for (let instance = 0; instance < fleet.instances.length; instance += 1)
        expect(unwrap(await shop.listTransactions()).transactions).toMatchObject([{ invoice, status: 'paid' }]);
    }
  });

  test('several instances: a push from one instance reaches a stream of another, with one webhook', async () => {
    const [developer] = agents;
    if (!developer) throw new Error('there are four');
    const portal = notificationsOf(developer);
    const { appId } = unwrap(await portal.createApp({ body: { name: 'Coffee Corner' } }));
    const { key } = unwrap(await portal.createApiKey({ path: { appId } }));
    unwrap(await portal.setWebhook({ path: { appId }, body: { url: backend.url } }));
    const sender = createNotificationsClient({
      baseUrl: urlOf(fleet, 'notifications'),
      headers: { 'x-platform-notifications-key': key },
    });
    for (const agent of agents) {
      const host = notificationsOf(agent);
      unwrap(await host.setConsent({ path: { appId }, body: { status: 'granted' } }));
      const { deviceId } = unwrap(await host.createDevice({ body: { transport: 'stream' } }));
      const pushes = readText(unwrap(await host.streamPushes({ query: { deviceId } })));
      const body = `For ${agent.owner.sub}`;
      const { notificationId } = unwrap(
        await sender.sendNotification({ body: { sessionAddress: agent.owner.sub, body } }),
      );
      expect(await pushes.until(notificationId)).toContain(body);
      unwrap(await host.createReceipt({ path: { notificationId }, body: { status: 'delivered' } }));
      await pushes.end();
    }
    const receivedWebhooks = await backend.until(agents.length);
    const ids = receivedWebhooks.map(({ body: bytes }): string => JSON.parse(bytes.toString()).notificationId);
    expect(new Set(ids).size).toBe(agents.length);
    expect(ids).toHaveLength(agents.length);
  });

  test('several instances: every instance of every service served requests', async () => {
    for (let reader = 0; reader < 4; reader += 1) expect((await fetch(urlOf(fleet, 'web'))).status).toBe(200);
    for (const instance of fleet.instances)
      for (const service of serviceNames) expect(await instance.servedRequests(service), service).toBeGreaterThan(0);
  });
});
