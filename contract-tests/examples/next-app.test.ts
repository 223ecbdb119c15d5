import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSsoClient } from '../../generated/sso/client.ts';
import { createWebhookKey } from '../../src/client/testing/sign-webhook.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { type ChildProgram, startChildProgram } from '../fixtures/child-program.ts';
import { openChromium } from '../fixtures/chromium.ts';
import { runScript } from '../fixtures/example-project.ts';
import { enrolOwner, finishSignIn, startSignIn, testProvider, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { waitUntil } from '../fixtures/runtime/wait-until.ts';
import { type PackedSdk, packSdk } from '../fixtures/sdk-package.ts';
import { expectWebhooksVerified } from './expect-webhooks.ts';
import { openFieldNotes, signInToFieldNotes, writeNote } from './field-notes-page.ts';
import { installStarter, isServed } from './starter.ts';

let platform: RunningPlatform;
let browser: Browser;
let sdk: PackedSdk;
let app: ChildProgram;
let url: string;
const webhookKey = createWebhookKey();
beforeAll(async () => {
  [platform, browser, sdk] = await Promise.all([startPlatform({ services: ['sso'] }), openChromium(), packSdk()]);
  const settings = { ssoUrl: urlOf(platform, 'sso'), webhookPublicKey: webhookKey.publicKey };
  const folder = await installStarter(sdk, 'next', settings);
  const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' };
  await runScript(folder, 'build', env);
  const port = await freePort();
  url = `http://localhost:${port}`;
  const next = join(folder, 'node_modules/next/dist/bin/next');
  app = startChildProgram(process.execPath, [next, 'start', '--port', String(port)], { cwd: folder, env });
  await waitUntil(() => isServed(url));
});
afterAll(async () => {
  await app?.end('SIGKILL');
  await browser?.close();
  await rm(sdk.folder, { recursive: true, force: true });
  await platform?.stop();
  await deletePlatformData(platform);
});

test('platform init next: the Next.js page is rendered on the server without a session [S186]', async () => {
  const html = await (await fetch(url)).text();
  const [, rendered = ''] = /<main>(.*)<\/main>/s.exec(html) ?? [];
  expect(rendered).toContain('<h1>Field notes</h1>');
  expect(rendered).not.toMatch(/New note|Sign in to read/);
});

test('docs/examples: a user of the Next.js page signs in and writes a note through its route handler [S327]', async () => {
  const owner = await enrolOwner(platform);
  const { page, errors } = await openFieldNotes(browser, url);
  await signInToFieldNotes(page, owner);
  await writeNote(page, 'A kingfisher');
  expect(errors).toEqual([]);
  await page.context().close();
});

test('docs/examples: the route handler of Next.js refuses no token and the token of another application [S327]', async () => {
  const refused = await fetch(`${url}/api/notes`);
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer scope="openid"']);
  const owner = await enrolOwner(platform);
  const clientId = await testProvider(platform);
  const sso = createSsoClient({ baseUrl: urlOf(platform, 'sso') });
  const signIn = await startSignIn(sso, { clientId });
  await owner.decide(signIn.deepLink, 'approve');
  const { accessToken } = await finishSignIn(sso, signIn, clientId);
  const stranger = await fetch(`${url}/api/notes`, { headers: { authorization: `Bearer ${accessToken}` } });
  expect([stranger.status, await stranger.json()]).toMatchObject([401, { code: 'bad_access_token_aud' }]);
});

test('docs/examples: the webhook route of Next.js accepts genuine webhooks, refuses others and limits the body [S291]', () =>
  expectWebhooksVerified(`${url}/hooks/push-status`, webhookKey));
