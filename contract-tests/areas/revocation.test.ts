import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createNotificationsClient } from '../../generated/notifications/client.ts';
import { createSsoClient } from '../../generated/sso/client.ts';
import { dpopMiddleware } from '../../src/client/http/middleware.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type Agent, bindAgent, urlOf } from '../fixtures/identity.ts';
import { demoProvider, deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { revocationLimit } from '../fixtures/http.ts';
import { useStarted } from '../fixtures/use-started.ts';

const platform = useStarted(startPlatform, deletePlatformData);

const calls = {
  forum: '/api/agent-auth',
  backend: '/api/me',
  notifications: '/api/v1/portal/apps',
};

/** Returns the status of a call to each service with the agent's token. */
const statuses = (agent: Agent) =>
  Promise.all(
    Object.entries(calls).map(async ([service, path]) => {
      const url = urlOf(platform, service) + path;
      return (await fetch(url, { headers: await agent.headers('GET', url) })).status;
    }),
  );

/** Calls every service every 100 ms until all refuse. @returns milliseconds after `since` */
async function refusedAfter(agent: Agent, since: number): Promise<number> {
  while ((await statuses(agent)).some((status) => status !== 401)) {
    if (Date.now() - since > 2 * revocationLimit) break;
    await delay(100);
  }
  return Date.now() - since;
}

test.each<[string, (agent: Agent) => Promise<unknown>]>([
  ['disconnects the application', async ({ owner }) => disconnect(owner)],
  ['deletes their identity', async ({ owner }) => unwrap(await owner.sso.deleteOwner({}))],
  ['is suspended', async ({ owner }) => suspend(owner.sub)],
  ['loses a refresh token to a thief, who uses it', async (agent) => reuse(agent)],
])('revocation: forum, backend and notifications refuse an agent within 5 s after the owner %s', async (_how, end) => {
  const [agent, other] = [await bindAgent(platform), await bindAgent(platform)];
  expect(await statuses(agent)).toEqual([200, 200, 200]);
  await end(agent);
  expect(await refusedAfter(agent, Date.now())).toBeLessThan(revocationLimit);
  expect(await statuses(other)).toEqual([200, 200, 200]);
});

async function suspend(sub: string) {
  const headers = { authorization: `Bearer ${platform.adminKey}` };
  const admin = createSsoClient({ baseUrl: urlOf(platform, 'sso'), headers });
  unwrap(await admin.suspendOwner({ path: { sub }, body: { reason: 'Abuse' } }));
}

/** Uses a refresh token again after its successor was used. */
async function reuse({ sso, refreshToken: stolen }: Agent) {
  const refresh = async (refresh_token: string) =>
    sso.exchangeToken({ body: { grant_type: 'refresh_token', refresh_token, client_id: demoProvider } });
  const { refresh_token: second = '' } = unwrap(await refresh(stolen));
  unwrap(await refresh(second));
  expect((await refresh(stolen)).body).toMatchObject({ error: 'invalid_grant' });
}

async function disconnect(owner: Agent['owner']) {
  const { sessions } = unwrap(await owner.sso.listConnectedSessions({}));
  for (const { sessionId } of sessions) unwrap(await owner.sso.revokeConnectedSession({ path: { sessionId } }));
}

test('revocation: the forum names a revoked token by its code, with the challenge of every refusal', async () => {
  const agent = await bindAgent(platform);
  await disconnect(agent.owner);
  await refusedAfter(agent, Date.now());
  const url = urlOf(platform, 'forum') + calls.forum;
  const response = await fetch(url, { headers: await agent.headers('GET', url) });
  expect(await response.json()).toMatchObject({ ok: false, code: 'revoked_access_token' });
  expect(response.headers.get('www-authenticate')).toContain('DPoP error="invalid_token"');
});

test('revocation: an open push stream ends within 5 s', async () => {
  const agent = await bindAgent(platform);
  const notifications = createNotificationsClient({
    baseUrl: urlOf(platform, 'notifications'),
    middleware: [dpopMiddleware({ keypair: agent.key, accessToken: () => agent.accessToken })],
  });
  const { deviceId } = unwrap(await notifications.createDevice({ body: { transport: 'stream' } }));
  const url = `${urlOf(platform, 'notifications')}/api/v1/host/pushes`;
  const response = await fetch(`${url}?deviceId=${deviceId}`, { headers: await agent.headers('GET', url) });
  expect(response.status).toBe(200);
  const ended = (async () => {
    for await (const chunk of response.body ?? []) void chunk;
    return Date.now();
  })();
  const since = Date.now();
  await disconnect(agent.owner);
  expect((await ended) - since).toBeLessThan(revocationLimit);
});
