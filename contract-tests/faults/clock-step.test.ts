import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSsoClient } from '../../generated/sso/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type Clock, createClock, hasFakeTime } from '../fixtures/clock.ts';
import { type Agent, bindAgent, finishSignIn, startSignIn, testProvider, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { dpopMiddleware } from '../../src/client/http/middleware.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

describe.skipIf(!hasFakeTime)('clock step', () => {
  let clock: Clock;
  let platform: RunningPlatform;
  let agent: Agent;
  let clientId: string;
  let refreshToken: string;
  beforeAll(async () => {
    clock = createClock();
    platform = await startPlatform({ services: ['sso', 'forum'], env: clock.env });
    clientId = await testProvider(platform);
    agent = await bindAgent(platform, { clientId });
    ({ refreshToken } = agent);
    unwrap(await agent.forum.createForum({ body: { name: 'kept', description: 'Acknowledged writes persist' } }));
  });
  afterAll(async () => {
    await platform.stop();
    await deletePlatformData(platform);
  });

  const echo = () => `${urlOf(platform, 'forum')}/api/agent-auth`;
  const codeOf = async (headers: Record<string, string>) => {
    const response = await fetch(echo(), { headers });
    const body: { code?: string } = await response.json();
    return response.status === 200 ? 'ok' : `${response.status} ${body.code}`;
  };
  const refresh = async () => {
    const response = await agent.sso.exchangeToken({
      body: { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId },
    });
    if (response.status === 200) refreshToken = response.body.refresh_token ?? '';
    return response.status === 200 ? 'ok' : `${response.status} ${response.body.error}`;
  };

  test.each([
    ['ahead', 120, '401 stale_proof'],
    ['behind', -120, '401 future_proof'],
  ] as const)(
    'clock step: with a clock two minutes %s, proofs are rejected with a reason, and used proofs stay used after the correction [S143]',
    async (_direction, seconds, rejection) => {
      const used = await agent.headers('GET', echo());
      expect(await codeOf(used)).toBe('ok');
      const waiting = await startSignIn(createSsoClient({ baseUrl: urlOf(platform, 'sso') }), { clientId });

      clock.step(seconds);
      expect(await codeOf(await agent.headers('GET', echo()))).toBe(rejection);
      expect(await codeOf(used)).toBe(rejection);
      expect(await refresh()).toBe('400 invalid_dpop_proof');
      expect((await fetch(`${urlOf(platform, 'forum')}/api/posts`)).status).toBe(200);

      clock.step(0);
      expect(await codeOf(used)).toBe('401 replayed_proof_jti');
      expect(await codeOf(await agent.headers('GET', echo()))).toBe('ok');
      expect(await refresh()).toBe('ok');
      await agent.owner.decide(waiting.deepLink, 'approve');
      const tokens = await finishSignIn(createSsoClient({ baseUrl: urlOf(platform, 'sso') }), waiting, clientId);
      expect(tokens.accessToken).not.toBe('');
    },
  );

  test('clock step: a sign-in that starts with a clock two minutes ahead succeeds after the correction [S73]', async () => {
    const key = newKey();
    const sso = createSsoClient({ baseUrl: urlOf(platform, 'sso'), middleware: [dpopMiddleware({ keypair: key })] });
    clock.step(120);
    const signIn = await startSignIn(sso, { clientId, jkt: key.jkt });
    clock.step(0);
    await agent.owner.decide(signIn.deepLink, 'approve');
    const { accessToken } = await finishSignIn(sso, signIn, clientId);
    expect(accessToken).not.toBe('');
  });
});
