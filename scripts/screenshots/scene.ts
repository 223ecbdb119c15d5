import { createNotificationsClient } from '../../generated/notifications/client.ts';
import type { SendRequest } from '../../generated/notifications/types.ts';
import { type Receiver, startReceiver } from '../../contract-tests/fixtures/client/receiver.ts';
import { writeForumContent } from '../../contract-tests/fixtures/forum-content.ts';
import { bindAgent, enrolOwner, type Owner, urlOf } from '../../contract-tests/fixtures/identity.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../../contract-tests/fixtures/platform.ts';
import { dpopMiddleware } from '../../src/client/http/dpop-middleware.ts';
import { unwrap } from '../../src/typed-contract/client.ts';

/** A platform with something to see on each page. */
export interface Scene {
  readonly platform: RunningPlatform;
  /** Owns the app of the portal. */
  readonly owner: Owner;
  readonly appId: string;
  /** Id of a post with replies. */
  readonly post: string;
  readonly close: () => Promise<void>;
}

/** Test sends, the oldest first. */
const sends: readonly Pick<SendRequest, 'body' | 'test'>[] = [
  { body: 'Your flat white is ready!', test: 'delivered' },
  { body: 'Two for one until noon', test: 'suppressed_user_in_app' },
  { body: 'Your order 7041 is ready', test: 'clicked' },
];

export async function openScene(): Promise<Scene> {
  const platform = await startPlatform({ env: { WEBHOOK_ALLOW_TARGETS: '127.0.0.1/32' } });
  const receiver = await startReceiver((_request, index) => (index === 1 ? { status: 503 } : { status: 204 }));
  const { posts } = await writeForumContent(platform);
  const owner = await enrolOwner(platform);
  return {
    platform,
    owner,
    appId: await fillPortal(platform, owner, receiver),
    post: posts.at(4) ?? '',
    close: async () => {
      await receiver.close();
      await platform.stop();
      await deletePlatformData(platform);
    },
  };
}

/** Creates an app with an API key, a webhook and deliveries. @returns its id */
async function fillPortal(platform: RunningPlatform, owner: Owner, receiver: Receiver): Promise<string> {
  const baseUrl = urlOf(platform, 'notifications');
  const { key, accessToken } = await bindAgent(platform, { owner });
  const middleware = [dpopMiddleware({ keypair: key, accessToken: () => accessToken })];
  const portal = createNotificationsClient({ baseUrl, middleware });
  unwrap(await portal.createApp({ body: { name: 'Night Library' } }));
  const { appId } = unwrap(await portal.createApp({ body: { name: 'Coffee Corner' } }));
  const path = { appId };
  const issued = unwrap(await portal.createApiKey({ path, body: { label: 'orders' } }));
  unwrap(await portal.setWebhook({ path, body: { url: receiver.url } }));
  const headers = { 'x-platform-notifications-key': issued.key };
  const sender = createNotificationsClient({ baseUrl, headers });
  for (const send of sends) unwrap(await sender.sendNotification({ body: { sessionAddress: owner.sub, ...send } }));
  // A click is reported as two events.
  await receiver.until(sends.length + 1);
  return appId;
}
