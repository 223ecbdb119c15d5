import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { audience, startBackend } from '../fixtures/backend.ts';
import { startProcess } from '../fixtures/platform-process.ts';
import { startTokenIssuer } from '../fixtures/client/token-issuer.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { createNotificationsClient } from '../../generated/notifications/client.ts';
import { startNotifications } from '../fixtures/notifications.ts';

// Requirements of area D in the interface document about settings. Titles quote the settings.

const keys = useStarted(startTokenIssuer);
const backend = useStarted(() => startBackend({ env: { PLATFORM_JWKS_URL: keys.jwksUrl } }));

const me = (token: string) => backend.send('GET', '/api/me', { authorization: `Bearer ${token}` });

test('PLATFORM_AUDIENCE (expected aud claim, the provider address), PLATFORM_JWKS_URL (optional; defaults to {sso_base_url}/oauth/jwks) [D29]', async () => {
  const claims = { iss: backend.issuer.issuer, aud: audience };
  expect((await me(await keys.token({ claims }))).status).toBe(200);
  expect((await me(await keys.token({ claims: { ...claims, aud: 'somebody-else' } }))).status).toBe(401);
  // With PLATFORM_JWKS_URL set, the issuer's own key set is not requested.
  expect((await me(await backend.token())).status).toBe(401);
  expect(backend.issuer.keySetRequests()).toBe(0);
});

test('WEBHOOK_PUBLIC_KEY (Ed25519 public key, hex, 64 characters, required for webhook verification) [D29]', async () => {
  for (const WEBHOOK_PUBLIC_KEY of ['ab'.repeat(31), 'zz'.repeat(32)]) {
    const start = startProcess({ services: ['backend'], env: { WEBHOOK_PUBLIC_KEY } });
    await expect(start).rejects.toThrow(/exit 2[\s\S]*WEBHOOK_PUBLIC_KEY/);
  }
});

test('settings: invalid settings are reported before the database is opened and before a port listens', async () => {
  const env = {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere',
    SSO_PORT: 'http',
    WEBHOOK_PUBLIC_KEY: `01${'0'.repeat(62)}`,
  };
  await expect(startProcess({ services: ['sso', 'backend'], env })).rejects.toThrow(
    /exit 2[^]*SSO_PORT is "http"[^]*WEBHOOK_PUBLIC_KEY cannot be used/,
  );
});

test('NEXT_PUBLIC_RECIPIENT_ADDRESS (public chain wallet for USDC and SOL payments): without demo data no product is sold without a recipient', async () => {
  const own = await startBackend({ env: { DEMO_DATA: 'false', NEXT_PUBLIC_RECIPIENT_ADDRESS: '' } });
  const buyer = await own.buyer();
  const purchaseStatus = async (productId: string) => (await buyer.createInvoice({ body: { productId } })).status;
  expect(await purchaseStatus('coins-100-usdc')).toBe(400);
  expect(await purchaseStatus('coins-100-platform')).toBe(200);
  expect(own.platform.log()).toContain('NEXT_PUBLIC_RECIPIENT_ADDRESS is not set: no product is sold for USDC');
  await own.stop();
});

test('WEBHOOK_PUBLIC_KEY: without it and demo data the backend starts, sells nothing and accepts no payment webhook', async () => {
  const own = await startBackend({ env: { DEMO_DATA: 'false', WEBHOOK_PUBLIC_KEY: '' } });
  const buyer = await own.buyer();
  expect((await buyer.createInvoice({ body: { productId: 'coins-100-usdc' } })).status).toBe(400);
  const delivered = await own.deliver({ invoice: 'inv-1', recipient: 'somebody', status: 'finalized' });
  expect([delivered.status, Number(delivered.headers.get('retry-after')) > 0]).toEqual([503, true]);
  expect(own.platform.log()).toContain('WEBHOOK_PUBLIC_KEY is not set: no product is sold');
  await own.stop();
});

test('DATABASE_URL, RUN_MIGRATIONS (optional; true runs migrations on start; off by default) [D29]', async () => {
  const program = resolve(import.meta.dirname, '..', '..', 'scripts', 'config.ts');
  const env = { ...process.env, DATABASE_URL: 'postgres://somebody:hidden-word@127.0.0.1/one' };
  const { stdout } = await promisify(execFile)('node', [program], { env });
  expect(stdout).toMatch(/^DATABASE_URL +•+ +set /m);
  expect(stdout).toMatch(/^RUN_MIGRATIONS .*false otherwise/m);
  expect(stdout).not.toContain('hidden-word');
});

const own = '0'.repeat(31) + '2';
const others = '0'.repeat(31) + '3';

/** Creates an app with a token of each application. @returns the statuses */
async function createAppStatuses(env: NodeJS.ProcessEnv): Promise<readonly number[]> {
  const service = await startNotifications({ env: { WEB_PROVIDER_ADDRESS: own, PORTAL_CLIENTS: '', ...env } });
  const statuses = await Promise.all(
    [own, others].map(async (client_id) => {
      const headers = { authorization: `Bearer ${await service.issuer.token({ claims: { client_id } })}` };
      const client = createNotificationsClient({ baseUrl: service.url, headers });
      return (await client.createApp({ body: { name: 'Coffee Corner' } })).status;
    }),
  );
  await service.stop();
  return statuses;
}

test('portal: tokens of applications other than WEB_PROVIDER_ADDRESS are rejected', async () => {
  expect(await createAppStatuses({ DEMO_DATA: 'false' })).toEqual([201, 403]);
});

test('portal: DEMO_DATA=true and PORTAL_CLIENTS=* accept tokens of every application', async () => {
  expect(await createAppStatuses({ DEMO_DATA: 'true' })).toEqual([201, 201]);
  expect(await createAppStatuses({ DEMO_DATA: 'false', PORTAL_CLIENTS: '*' })).toEqual([201, 201]);
});
