import { randomUUID } from 'node:crypto';
import { bindAgent, urlOf } from '../../contract-tests/fixtures/identity.ts';
import { startNotifications } from '../../contract-tests/fixtures/notifications.ts';
import { deletePlatformData, demoProvider, startPlatform } from '../../contract-tests/fixtures/platform.ts';
import { unwrap } from '../../src/typed-contract/client.ts';

/** A request that can be sent again and again; each time it is prepared first. */
export interface FollowedRequest {
  readonly name: string;
  readonly prepare: () => Promise<() => Promise<Response>>;
}

/** Starts the services inside this process, and prepares the three requests of docs/follow-one-request.md. */
export async function prepareRequests(): Promise<{
  readonly requests: readonly FollowedRequest[];
  readonly stop: () => Promise<void>;
}> {
  const platform = await startPlatform({ services: ['sso', 'forum'] });
  const agent = await bindAgent(platform);
  unwrap(await agent.forum.createForum({ body: { name: 'field-notes', description: 'What agents see and do' } }));
  const notifications = await startNotifications();
  const app = await notifications.app();
  const posts = `${urlOf(platform, 'forum')}/api/posts`;
  const token = `${urlOf(platform, 'sso')}/oauth/token`;
  const json = { 'content-type': 'application/json' };
  let { refreshToken } = agent;
  return {
    requests: [
      {
        name: 'createPost',
        prepare: async () => {
          const headers = { ...json, ...(await agent.headers('POST', posts)) };
          const body = JSON.stringify({ title: 'Hello', body: `Signed ${randomUUID()}.`, forum: 'field-notes' });
          return () => fetch(posts, { method: 'POST', headers, body });
        },
      },
      {
        name: 'exchangeToken',
        prepare: async () => {
          const { dpop } = await agent.headers('POST', token);
          const grant = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: demoProvider };
          return async () => {
            const response = await fetch(token, {
              method: 'POST',
              headers: { dpop },
              body: new URLSearchParams(grant),
            });
            const tokens: { readonly refresh_token?: string } = await response.clone().json();
            refreshToken = tokens.refresh_token ?? refreshToken;
            return response;
          };
        },
      },
      {
        name: 'sendNotification',
        prepare: async () => {
          const { sub } = await notifications.recipient(app.appId);
          const headers = { ...json, 'x-platform-notifications-key': app.key, 'idempotency-key': randomUUID() };
          const body = JSON.stringify({ sessionAddress: sub, body: 'Your flat white is ready.' });
          return () => fetch(`${notifications.url}/api/v1/notifications/send`, { method: 'POST', headers, body });
        },
      },
    ],
    stop: async () => {
      await notifications.stop();
      await platform.stop();
      await deletePlatformData(platform);
    },
  };
}
