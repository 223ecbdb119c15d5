import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAccessTokenVerifier } from '../../src/client/entries/access-token.ts';
import { createMemoryReplayStore } from '../../src/client/entries/dpop.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { createClock } from '../fixtures/clock.ts';
import { revocationLimit } from '../fixtures/http.ts';
import { type Agent, bindAgent, headersOf, testProvider, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

const calls = { forum: '/api/agent-auth', backend: '/api/me', notifications: '/api/v1/portal/apps' } as const;
const own = 'https://own.example';

/** The provider as services reach it: through a cache that keeps a status list and returns it when told to. */
async function startCache(provider: string) {
  let kept: string | undefined;
  let replay = false;
  let replayed = 0;
  const server = createServer((request, response) => {
    const list = request.url?.startsWith('/oauth/status-lists/') === true;
    const forwarded = async () => {
      const from = await fetch(provider + request.url);
      return { body: await from.text(), type: from.headers.get('content-type') ?? '' };
    };
    const stored = { body: kept ?? '', type: 'application/statuslist+jwt' };
    if (list && replay) replayed += 1;
    void (list && replay ? Promise.resolve(stored) : forwarded()).then(({ body, type }) => {
      if (list && kept === undefined) kept = body;
      response.writeHead(200, { 'content-type': type, connection: 'close' }).end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    replay: () => (replay = true),
    replayed: () => replayed,
    close: () => server.close(),
  };
}

/** Undefined when the platform runs in other processes: the time that has passed there cannot be set. */
const clock = process.env['TEST_IN_PROCESS'] === undefined ? undefined : createClock();

let provider: RunningPlatform;
let services: RunningPlatform;
let cache: Awaited<ReturnType<typeof startCache>>;
let clientId: string;
let verifier: ReturnType<typeof createAccessTokenVerifier>;
beforeAll(async () => {
  provider = await startPlatform({ services: ['sso'], clock });
  const issuer = urlOf(provider, 'sso');
  cache = await startCache(issuer);
  clientId = await testProvider(provider);
  services = await startPlatform({
    services: ['forum', 'backend', 'notifications'],
    clock,
    env: {
      SSO_BASE_URL: issuer,
      PLATFORM_AUDIENCE: issuer,
      PLATFORM_JWKS_URL: `${cache.url}/oauth/jwks`,
      PORTAL_CLIENTS: clientId,
    },
  });
  verifier = createAccessTokenVerifier({
    issuer,
    audience: 'any-application',
    replayStore: createMemoryReplayStore(),
    baseUrl: own,
    fetch: (input, init) => fetch(new Request(input, init).url.replace(issuer, cache.url), init),
  });
});
afterAll(async () => {
  cache.close();
  for (const platform of [services, provider]) {
    await platform.stop();
    await deletePlatformData(platform);
  }
  vi.restoreAllMocks();
});

/** Returns how forum, backend, notifications and a service with the SDK respond to the agent. */
const statuses = async (agent: Pick<Agent, 'headers'>): Promise<readonly number[]> =>
  Promise.all([
    ...Object.entries(calls).map(async ([service, path]) => {
      const url = urlOf(services, service) + path;
      return (await fetch(url, { headers: await agent.headers('GET', url) })).status;
    }),
    verifier(new Request(own, { headers: await agent.headers('GET', `${own}/`) })).then((result) =>
      result.ok ? 200 : result.status,
    ),
  ]);
const accepted = [200, 200, 200, 200];
const refused = [401, 401, 401, 401];
const join = () => bindAgent({ urls: { ...services.urls, ...provider.urls } }, { clientId });
// Two instances sign lists, and one that the services read first may be behind the other.
const timeout = 2 * revocationLimit;

/** Waits until every instance refuses the agent: one request reaches one of two, and each reads lists by itself. */
async function expectRefused(agent: Agent): Promise<void> {
  let consecutive = 0;
  const repeated = async () => {
    consecutive = isDeepStrictEqual(await statuses(agent), refused) ? consecutive + 1 : 0;
    return consecutive;
  };
  await expect.poll(repeated, { timeout }).toBeGreaterThanOrEqual(8);
}

/** Expects that everything refuses the agent five seconds later. */
async function expectRefusedSoon(agent: Agent): Promise<void> {
  if (clock === undefined) {
    await expectRefused(agent);
    return;
  }
  clock.step(5);
  const elapsed = performance.now.bind(performance);
  // Until the end of the file: it never goes back.
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + 5_000);
  expect(await statuses(agent)).toEqual(refused);
}

test('with a stolen access token that its application revoked, a thief goes on after five seconds; the agent goes on with its refresh token', async () => {
  const [agent, other] = [await join(), await join()];
  expect([await statuses(agent), await statuses(other)]).toEqual([accepted, accepted]);
  const { status } = await agent.sso.revokeToken({ body: { token: agent.accessToken, client_id: clientId } });
  expect(status).toBe(200);
  await expectRefusedSoon(agent);

  const body = { grant_type: 'refresh_token', refresh_token: agent.refreshToken, client_id: clientId } as const;
  const { access_token: accessToken } = unwrap(await agent.sso.exchangeToken({ body }));
  const renewed = { headers: headersOf(agent.key, accessToken) };
  expect([await statuses(renewed), await statuses(other)]).toEqual([accepted, accepted]);
  expect(await statuses(agent)).toEqual(refused);
});

test('with an access token of an agent that its owner paused, a thief goes on in the pause or after it; the agent goes on after it', async () => {
  const agent = await join();
  expect(await statuses(agent)).toEqual(accepted);
  const { sessions } = unwrap(await agent.owner.sso.listConnectedSessions({}));
  const path = { sessionId: sessions[0]?.sessionId ?? '' };
  unwrap(await agent.owner.sso.pauseConnectedSession({ path }));
  await expectRefused(agent);

  unwrap(await agent.owner.sso.resumeConnectedSession({ path }));
  const body = { grant_type: 'refresh_token', refresh_token: agent.refreshToken, client_id: clientId } as const;
  const { access_token: accessToken } = unwrap(await agent.sso.exchangeToken({ body }));
  expect(await statuses({ headers: headersOf(agent.key, accessToken) })).toEqual(accepted);
  expect(await statuses(agent)).toEqual(refused);
});

test('with an older status list that a cache kept, a revoked agent undoes its revocation', async () => {
  const agent = await join();
  expect(await statuses(agent)).toEqual(accepted);
  const revoked = await agent.sso.revokeToken({ body: { token: agent.refreshToken, client_id: clientId } });
  expect(revoked.status).toBe(200);
  await expectRefused(agent);

  cache.replay();
  const seen: (readonly number[])[] = [];
  await expect
    .poll(
      async () => {
        seen.push(await statuses(agent));
        return cache.replayed();
      },
      { interval: 200, timeout: 30_000 },
    )
    .toBeGreaterThan(12);
  expect(seen.filter((one) => one.includes(200))).toEqual([]);
});
