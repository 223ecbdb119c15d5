import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runPhone } from '../../cli/platform/phone/commands.ts';
import { createSsoClient } from '../../generated/sso/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { urlOf } from '../fixtures/identity.ts';
import { redirectRequest } from '../fixtures/passkey-browser.ts';
import { deletePlatformData, portalProvider, startPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

const platform = useStarted(() => startPlatform({ services: ['sso'] }), deletePlatformData);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'phones-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a command of a phone. @returns its result, or its failure, and what it printed beside */
async function phone(name: string, ...args: readonly string[]) {
  let printed = '';
  const show = (text: string) => void (printed += `${text}\n`);
  const running = runPhone({ directory: join(folder, name), baseUrl: urlOf(platform, 'sso'), show }, args);
  const result = (await running.catch((error: unknown) => ({ error }))) as Record<string, unknown>;
  return { result, printed };
}

test('phone: link creates a link with which another device joins its owner, once', async () => {
  const { result: owner } = await phone('first', 'enroll');
  const { result, printed } = await phone('first', 'link');
  expect(result).toEqual({ link: expect.stringContaining('/link/'), expiresAt: expect.any(String) });
  expect(printed).toContain('within 5 minutes');
  expect((await phone('second', 'link', String(result['link']))).result).toMatchObject({ sub: owner['sub'] });
  expect((await phone('third', 'link', String(result['link']))).result['error']).toMatchObject({ status: 410 });
});

test('phone: the sign-in of the portal, which only its browser approves, names the way to sign in there', async () => {
  const headers = { authorization: `Bearer ${platform.adminKey}` };
  const sso = createSsoClient({ baseUrl: urlOf(platform, 'sso'), headers });
  const { providers } = unwrap(await sso.listProviders({ query: { limit: 100 } }));
  const portal = providers.find(({ providerAddress }) => providerAddress === portalProvider);
  const { query } = redirectRequest(portalProvider, portal?.redirectUris[0] ?? '');
  const address = `${urlOf(platform, 'sso')}/oauth/authorize?${new URLSearchParams(query).toString()}`;
  const shown = await fetch(address, { redirect: 'manual' });
  const { result, printed } = await phone('first', 'approve', shown.headers.get('location') ?? '');
  expect(String(result['error'])).toMatch(/same_browser_required|403/);
  expect(printed).toContain('run platform phone link and open its link in that browser');
});
