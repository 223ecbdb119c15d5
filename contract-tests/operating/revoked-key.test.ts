import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSsoClient } from '../../generated/sso/client.ts';
import { type Agent, bindAgent, urlOf } from '../fixtures/identity.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { signDpopProof } from '../../src/protocol/dpop-proof.ts';
import { loadSettings } from '../../src/composition/load-settings.ts';
import { type RunningPlatform, startPlatform } from '../../src/composition/start-platform.ts';

const adminKey = 'bootstrap-key-of-the-administrators';
const clock = { ahead: 0 };
const now = () => Date.now() + clock.ahead * 1000;

let dataDir: string;
let running: RunningPlatform;
let platform: { readonly urls: Record<string, string> };
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'revoked-key-'));
  const ports = ['SSO', 'FORUM', 'BACKEND', 'NOTIFICATIONS', 'WEB'].map((name) => [`${name}_PORT`, '0']);
  const services = ['sso', 'forum', 'backend', 'notifications'] as const;
  const env = { ...Object.fromEntries(ports), DATA_DIR: dataDir, SSO_ADMIN_KEY: adminKey };
  running = await startPlatform({
    ...(await loadSettings(services, env)),
    services,
    log: pino({ level: 'silent' }),
    now: () => new Date(now()),
    randomBytes: (length) => randomBytes(length),
    fetch: globalThis.fetch,
    adminServer: 'own',
  });
  platform = { urls: Object.fromEntries(running.addresses.map(({ name, url }) => [name, url])) };
});
afterAll(async () => {
  await running.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const protectedPaths = {
  sso: '/oauth/userinfo',
  forum: '/api/agent-auth',
  backend: '/api/me',
  notifications: '/api/v1/portal/apps',
};

/** Returns the status of every service for an agent's token. */
async function statuses({ accessToken, key }: Agent): Promise<Record<string, number>> {
  const responses = Object.entries(protectedPaths).map(async ([service, path]) => {
    const url = `${urlOf(platform, service)}${path}`;
    const dpop = await signDpopProof({
      htm: 'GET',
      htu: url,
      jwk: key.publicJwk,
      sign: key.privateKey,
      now: now() / 1000,
      jti: randomUUID(),
      accessToken,
    });
    return [service, (await fetch(url, { headers: { authorization: `DPoP ${accessToken}`, dpop } })).status];
  });
  return Object.fromEntries(await Promise.all(responses));
}
const everywhere = (status: number) => Object.fromEntries(Object.keys(protectedPaths).map((name) => [name, status]));

/** Revokes the signing key. @returns the Cache-Control header of the key set before */
async function revokeKey(): Promise<string | null> {
  const headers = { authorization: `Bearer ${adminKey}` };
  const admin = createSsoClient({ baseUrl: urlOf(platform, 'sso'), headers });
  const keySet = await admin.getJwks();
  const [key] = unwrap(keySet).keys;
  unwrap(await admin.revokeSigningKey({ path: { kid: key?.kid ?? '' } }));
  return keySet.headers.get('cache-control');
}

test('revoked signing key: a service rejects its tokens as soon as the service has fetched the next key', async () => {
  const agent = await bindAgent(platform);
  expect(await statuses(agent)).toEqual(everywhere(200));
  await revokeKey();
  // Services refetch the key set for an unknown kid at most every 10 s.
  clock.ahead += 10;
  expect(await statuses(await bindAgent(platform))).toEqual(everywhere(200));
  expect(await statuses(agent)).toEqual(everywhere(401));
});

test('revoked signing key: the provider rejects its tokens at once, and every service when its cached key set expires', async () => {
  const agent = await bindAgent(platform);
  expect(await statuses(agent)).toEqual(everywhere(200));
  expect(await revokeKey()).toBe('public, max-age=300');
  expect((await statuses(agent))['sso']).toBe(401);
  clock.ahead += 300;
  expect(await statuses(agent)).toEqual(everywhere(401));
});
