import { createLocalJWKSet, createRemoteJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { createSsoClient } from '../../generated/sso/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { canSetClock, createClock } from '../fixtures/clock.ts';
import { type Agent, bindAgent, testProvider, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { proof } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { decode } from '../fixtures/protocol/keys.ts';

// Seconds from publishing a key until it signs. Verifiers refetch a cached key set after 10 s at the earliest.
const publishedFor = 11;
/** Seconds that pass with each round of requests, where the test can set the clock. */
const perRound = 0.25;
const clock = canSetClock() ? createClock() : undefined;

const platform = useStarted(
  () =>
    startPlatform({
      services: ['sso', 'forum'],
      env: { KEY_NOTICE_SECONDS: String(publishedFor) },
      ...(clock && { clock }),
    }),
  deletePlatformData,
);
let agent: Agent;
let clientId: string;
beforeAll(async () => {
  clientId = await testProvider(platform);
  agent = await bindAgent(platform, { clientId });
});

const kidOf = (jwt: string) => String(decode(jwt).header['kid']);

test('key rotation: under load, no request to forum or userinfo fails', async () => {
  const issuer = urlOf(platform, 'sso');
  const jwks = new URL(`${issuer}/oauth/jwks`);
  // Caches the key set and refetches it for an unknown kid, like common clients.
  const remote = createRemoteJWKSet(jwks, { cooldownDuration: 0 });
  const admin = createSsoClient({ baseUrl: issuer, headers: { authorization: `Bearer ${platform.adminKey}` } });

  let rounds = 0;
  let { accessToken, idToken, refreshToken } = agent;
  const first = kidOf(idToken);
  const seen = new Set<string>();
  const failures: string[] = [];
  const check = (what: string, ok: boolean) => (ok ? undefined : failures.push(`${what}, key ${kidOf(accessToken)}`));

  const refreshAndVerify = async () => {
    clock?.step((rounds += 1) * perRound);
    const refreshed = await agent.sso.exchangeToken({
      body: { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId },
    });
    const tokens = unwrap(refreshed);
    accessToken = tokens.access_token;
    idToken = tokens.id_token ?? '';
    refreshToken = tokens.refresh_token ?? '';
    seen.add(kidOf(accessToken));
    const get = async (url: string) => {
      const dpop = await proof({ method: 'GET', url, accessToken }, agent.key);
      return (await fetch(url, { headers: { authorization: `DPoP ${accessToken}`, dpop } })).status;
    };
    const [forum, userinfo, verified] = await Promise.all([
      get(`${urlOf(platform, 'forum')}/api/agent-auth`),
      get(`${issuer}/oauth/userinfo`),
      jwtVerify(idToken, remote, { issuer, audience: clientId }).then(
        () => true,
        () => false,
      ),
    ]);
    check(`forum responded ${forum}`, forum === 200);
    check(`userinfo responded ${userinfo}`, userinfo === 200);
    check('the id_token did not verify', verified);
  };

  await refreshAndVerify();
  const next = unwrap(await admin.rotateSigningKey()).kid;
  const published: JSONWebKeySet = await (await fetch(jwks)).json();
  expect(new Set(published.keys.map(({ kid }) => kid))).toEqual(new Set([first, next]));
  const until = Date.now() + 4 * publishedFor * 1000;
  while (!seen.has(next) && Date.now() < until) await refreshAndVerify();
  for (let more = 0; more < 10; more += 1) await refreshAndVerify();

  expect(failures).toEqual([]);
  expect([...seen]).toEqual([first, next]);
  // A key set that was fetched when the key was published verifies later signatures.
  await jwtVerify(idToken, createLocalJWKSet(published), { issuer, audience: clientId });
  // Tokens that the previous key signed remain valid.
  await jwtVerify(agent.idToken, remote, { issuer, audience: clientId });
});
