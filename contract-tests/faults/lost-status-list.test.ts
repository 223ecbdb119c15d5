import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signDpopProof } from '../../src/protocol/dpop-proof.ts';
import { type Clock, createClock, hasFakeTime } from '../fixtures/clock.ts';
import { type Agent, bindAgent, testProvider, urlOf } from '../fixtures/identity.ts';
import { runningFirst } from '../fixtures/platform-process.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

const calls = {
  forum: '/api/agent-auth',
  backend: '/api/me',
  notifications: '/api/v1/portal/apps',
} as const;

// A service measures the age of a list by performance.now(), so that has to move too. When libfaketime moves the monotonic clock of
// the whole process, Node's timers may read a time before their start, on which Node aborts.
const monotonicClock = `
  import { readFileSync } from 'node:fs';
  const real = performance.now.bind(performance);
  performance.now = () => real() + Number(readFileSync(process.env.FAKETIME_TIMESTAMP_FILE, 'utf8')) * 1000;
`;

describe.skipIf(!hasFakeTime)('lost status list', () => {
  let clock: Clock;
  /** Seconds by which the clocks of all processes are ahead of this one. */
  let ahead = 0;
  let provider: RunningPlatform;
  let services: RunningPlatform;
  let clientId: string;
  let agent: Agent;
  beforeAll(async () => {
    clock = createClock();
    provider = await startPlatform({ services: ['sso'], env: clock.env });
    const issuer = urlOf(provider, 'sso');
    services = await startPlatform({
      services: ['forum', 'backend', 'notifications'],
      nodeOptions: runningFirst(monotonicClock),
      env: { ...clock.env, SSO_BASE_URL: issuer, PLATFORM_AUDIENCE: issuer },
    });
    const all = { ...provider, urls: { ...services.urls, ...provider.urls } };
    clientId = await testProvider(provider);
    agent = await bindAgent(all, { clientId });
  });
  afterAll(async () => {
    for (const platform of [services, provider]) {
      await platform.stop();
      await deletePlatformData(platform);
    }
  });

  const moveTo = (seconds: number) => {
    ahead = seconds;
    clock.step(seconds);
  };
  const call = async (service: string, path: string): Promise<Response> => {
    const url = urlOf(services, service) + path;
    const dpop = await signDpopProof({
      htm: 'GET',
      htu: url,
      jwk: agent.key.publicJwk,
      sign: agent.key.privateKey,
      now: Math.floor(Date.now() / 1000) + ahead,
      jti: randomUUID(),
      accessToken: agent.accessToken,
    });
    return fetch(url, { headers: { authorization: `DPoP ${agent.accessToken}`, dpop } });
  };
  const responses = () => Promise.all(Object.entries(calls).map(([service, path]) => call(service, path)));
  const statuses = async () => (await responses()).map(({ status }) => status);

  test('lost status list: services use the last list for 60 s, then respond 503 with Retry-After, and recover by themselves', async () => {
    expect(await statuses()).toEqual([200, 200, 200]);
    await provider.kill();
    moveTo(50);
    expect(await statuses()).toEqual([200, 200, 200]);

    moveTo(65);
    const refused = await responses();
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503]);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    // Reads without a token need no list.
    expect((await fetch(`${urlOf(services, 'forum')}/api/posts`)).status).toBe(200);

    provider = await startPlatform({ services: ['sso'], after: provider });
    await expect.poll(statuses, { timeout: 20_000 }).toEqual([200, 200, 200]);
  });

  test('lost status list: a session revoked while the list is unreachable is refused when the list can be read again', async () => {
    await provider.kill();
    moveTo(130);
    expect(await statuses()).toEqual([503, 503, 503]);
    provider = await startPlatform({ services: ['sso'], after: provider });
    const revoked = await agent.sso.revokeToken({ body: { token: agent.refreshToken, client_id: clientId } });
    expect(revoked.status).toBe(200);
    await expect.poll(statuses, { timeout: 20_000 }).toEqual([401, 401, 401]);
  });
});
