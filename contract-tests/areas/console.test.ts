import { beforeAll, expect, test } from 'vitest';
import { createBackendClient } from '../../generated/backend/client.ts';
import { createForumClient } from '../../generated/forum/client.ts';
import { createNotificationsClient } from '../../generated/notifications/client.ts';
import { createSsoClient, type SsoApiClient } from '../../generated/sso/client.ts';
import type { AdministratorScope } from '../../generated/sso/types.ts';
import { dpopMiddleware } from '../../src/client/http/middleware.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type Agent, bindAgent, enrolOwner, type Owner, urlOf } from '../fixtures/identity.ts';
import { consoleProvider, demoProvider, deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { signInToOwnApplication } from '../fixtures/passkey-browser.ts';
import { revocationLimit } from '../fixtures/http.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

const platform = useStarted(
  () => startPlatform({ services: ['sso', 'forum', 'backend', 'notifications', 'web'] }),
  deletePlatformData,
);
let bootstrap: SsoApiClient;
beforeAll(async () => {
  bootstrap = withKey(platform.adminKey);
});

const withKey = (key: string) =>
  createSsoClient({ baseUrl: urlOf(platform, 'sso'), headers: { authorization: `Bearer ${key}` } });

const healthClients = [
  ['sso', createSsoClient],
  ['forum', createForumClient],
  ['backend', createBackendClient],
  ['notifications', createNotificationsClient],
] as const;

const grant = async ({ sub }: Pick<Owner, 'sub'>, scopes: AdministratorScope[]) =>
  unwrap(await bootstrap.setConsoleScopes({ path: { sub }, body: { scopes } }));

/** Opens the console with the token of an application. */
const open = ({ key, accessToken }: Pick<Agent, 'key' | 'accessToken'>) =>
  createSsoClient({
    baseUrl: urlOf(platform, 'sso'),
    middleware: [dpopMiddleware({ keypair: key, accessToken: () => accessToken })],
  }).createConsoleSession();

test.each(['/admin', '/admin/callback', '/admin/owners', '/admin/owners/5f3c9a1e7b2d4860a1c2e3f405162738'])(
  'console: %s is a page that loads scripts of its own origin only, calls four services and is never stored',
  async (path) => {
    const response = await fetch(`${urlOf(platform, 'web')}${path}`);
    const body = await response.text();
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const policy = response.headers.get('content-security-policy') ?? '';
    const directives = new Map(policy.split('; ').map((part) => [part.split(' ', 1)[0], part]));
    expect(directives.get('default-src')).toBe("default-src 'none'");
    expect(directives.get('script-src')).toBe("script-src 'self'");
    expect(directives.get('connect-src')).toBe(
      `connect-src 'self' ${['sso', 'notifications', 'forum', 'backend'].map((name) => urlOf(platform, name)).join(' ')}`,
    );
    expect(directives.get('frame-ancestors')).toBe("frame-ancestors 'none'");
    expect(body).toContain('This page needs JavaScript.');
    expect(body).not.toContain(platform.adminKey);
  },
);

test('console: a granted owner opens it, and the key works at every service until the grant ends', async () => {
  const key = newKey();
  const owner = await signInToOwnApplication(platform, consoleProvider, key, { acr_values: 'open_console' });
  await grant(owner, ['notifications', 'owners']);
  const opened = unwrap(await open({ ...owner, key }));
  expect(opened).toMatchObject({ sub: owner.sub, scopes: ['notifications', 'owners'] });
  expect(unwrap(await withKey(opened.key).getOwnerBySub({ path: { sub: owner.sub } })).consoleScopes).toEqual([
    'notifications',
    'owners',
  ]);
  const notifications = createNotificationsClient({
    baseUrl: urlOf(platform, 'notifications'),
    headers: { authorization: `Bearer ${opened.key}` },
  });
  expect((await notifications.listAllApps()).status).toBe(200);
  await grant(owner, []);
  expect((await withKey(opened.key).listOwners()).status).toBe(401);
  // Services ask the provider every 5 seconds at least.
  await expect.poll(async () => (await notifications.listAllApps()).status, { timeout: revocationLimit }).toBe(401);
});

test('console: every service reports its requests, and needs the scope of its area for that', async () => {
  const { key } = unwrap(
    await bootstrap.createAdministrator({ body: { name: 'Health', scopes: ['keys'], expiresInSeconds: 600 } }),
  );
  for (const [service, createClient] of healthClients) {
    const baseUrl = urlOf(platform, service);
    const read = (credential: string) =>
      createClient({ baseUrl, headers: { authorization: `Bearer ${credential}` } }).getServiceHealth();
    expect((await read(key)).status, service).toBe(403);
    const health = unwrap(await read(platform.adminKey));
    expect(health.requests, service).toBeGreaterThan(0);
    expect(health.failures, service).toBe(0);
    expect(health.overdueSeconds === null, service).toBe(service !== 'notifications');
  }
});

test('console: no other application opens it, although its owner was granted the console', async () => {
  const owner = await enrolOwner(platform);
  await grant(owner, ['audit']);
  const refused = await open(await bindAgent(platform, { owner, clientId: demoProvider }));
  expect([refused.status, refused.body]).toMatchObject([401, { error: 'insufficient_user_authentication' }]);
});

test("console: a token of the console is of no use at the portal's operations", async () => {
  const key = newKey();
  const { accessToken } = await signInToOwnApplication(platform, consoleProvider, key);
  const portal = createNotificationsClient({
    baseUrl: urlOf(platform, 'notifications'),
    middleware: [dpopMiddleware({ keypair: key, accessToken: () => accessToken })],
  });
  expect((await portal.listApps()).status).toBe(401);
});
