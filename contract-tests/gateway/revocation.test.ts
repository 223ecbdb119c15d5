import { expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type Agent, bindAgent, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, demoProvider, startPlatform } from '../fixtures/platform.ts';
import { host } from './agent.ts';
import { askGateway, configOf, route, startGateway } from './start-gateway.ts';
import { useStarted } from '../fixtures/use-started.ts';

const platform = useStarted(() => startPlatform({ services: ['sso'] }), deletePlatformData);
const gateway = useStarted(() =>
  startGateway(configOf(urlOf(platform, 'sso'), route('/notes', { audience: 'any-application' }))),
);

async function outcomeOf(agent: Agent) {
  const { authorization, dpop } = await agent.headers('GET', `https://${host}/notes`);
  const { status, code } = await askGateway(gateway, {
    headers: [
      ['Authorization', authorization],
      ['DPoP', dpop],
    ],
  });
  return { status, code };
}

test('gateway: a token of a revoked session is refused, and one of another session of the same owner is accepted', async () => {
  const revoked = await bindAgent(platform);
  const kept = await bindAgent(platform, { owner: revoked.owner });
  unwrap(await revoked.sso.revokeToken({ body: { token: revoked.refreshToken, client_id: demoProvider } }));
  expect(await outcomeOf(revoked)).toEqual({ status: 401, code: 'revoked_access_token' });
  expect(await outcomeOf(kept)).toEqual({ status: 200, code: undefined });
});
