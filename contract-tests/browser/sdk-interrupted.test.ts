import { rm } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSsoClient } from '../../generated/sso/client.ts';
import { bearerMiddleware } from '../../src/client/http/middleware.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { openChromium, countRequests } from '../fixtures/chromium.ts';
import { enrolOwner, type Owner, urlOf } from '../fixtures/identity.ts';
import { demoProvider, deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { type PackedSdk, packSdk, serveSdkPage } from '../fixtures/sdk-package.ts';

// Sign-ins that reloads, other tabs and the storage of the browser interrupt.

let platform: RunningPlatform;
let browser: Browser;
let sdk: PackedSdk;
let server: Awaited<ReturnType<typeof serveSdkPage>>;
let owner: Owner;
/** Application whose redirect URI is the page. */
let redirecting: string;

const main = (sso: string) => `
import { createElement as h, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SignInButton, SsoProvider, useAuth } from '@platform/sdk/sso-react';
import { SsoClient } from '@platform/sdk/sso-client';

const redirecting = new URLSearchParams(location.search).get('application');
const client = new SsoClient({
  ssoBaseUrl: '${sso}', providerAddress: redirecting ?? '${demoProvider}', pollingInterval: 300,
  ...(redirecting !== null && { redirectUri: location.origin + location.pathname + '?application=' + redirecting }),
});
globalThis.client = client;
globalThis.errors = [];
if (redirecting !== null)
  globalThis.finished = await client.finishRedirect().catch(({ name, error }) => name + ' ' + error);
const Who = () => h('p', { id: 'who' }, useAuth().subject ?? 'nobody');
createRoot(document.getElementById('app')).render(
  h(StrictMode, null, h(SsoProvider, { client, onError: (error) => errors.push(error.name) }, h(Who), h(SignInButton))));
`;

beforeAll(async () => {
  platform = await startPlatform({ services: ['sso'] });
  [owner, browser, sdk] = await Promise.all([enrolOwner(platform), openChromium(), packSdk()]);
  server = await serveSdkPage(sdk, 'interrupted', main(urlOf(platform, 'sso')));
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await rm(sdk.folder, { recursive: true, force: true });
  await platform?.stop();
  await deletePlatformData(platform);
});

/** Opens the page and counts its requests to a path of the provider. */
async function open(context: BrowserContext): Promise<{ page: Page; sent: (path: string) => number }> {
  const page = await context.newPage();
  const sent = countRequests(page);
  await page.goto(server.address);
  return { page, sent };
}

async function startSignIn(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Sign in' }).click();
  return (await page.getByRole('link', { name: 'Open in the app' }).getAttribute('href')) ?? '';
}

const signedIn = (page: Page) => page.getByRole('button', { name: 'Sign out' }).waitFor();
const signedInUser = (page: Page) => page.locator('#who').textContent();

test('SDK sign-in: a reload while it waits continues the same request, also in StrictMode [S42]', async () => {
  const context = await browser.newContext();
  const { page, sent } = await open(context);
  const link = await startSignIn(page);
  await page.reload();
  await page.reload();
  await owner.decide(link, 'approve');
  await signedIn(page);
  expect(await signedInUser(page)).toBe(owner.sub);
  expect([sent('/oauth/authorize'), sent('/oauth/token')]).toEqual([1, 1]);
  await context.close();
});

test('SDK sign-in on a phone: approved in the app while the page was discarded, it completes on return [S42]', async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { page, sent } = await open(context);
  const link = await startSignIn(page);
  await page.goto('about:blank');
  await owner.decide(link, 'approve');
  await page.goBack();
  await signedIn(page);
  expect(await signedInUser(page)).toBe(owner.sub);
  expect([sent('/oauth/authorize'), sent('/oauth/token')]).toEqual([1, 1]);
  await context.close();
});

test('SDK sign-in in two tabs: approving one signs both in [S92]', async () => {
  const context = await browser.newContext();
  const [one, two] = [await open(context), await open(context)];
  const links = [await startSignIn(one.page), await startSignIn(two.page)];
  expect(links[0]).not.toBe(links[1]);
  await owner.decide(links[0] ?? '', 'approve');
  for (const { page } of [one, two]) await signedIn(page);
  expect(await signedInUser(two.page)).toBe(owner.sub);
  await context.close();
});

test('SDK sign-in: where the browser denies storage, the session lasts until the reload [S95]', async () => {
  const context = await browser.newContext();
  const denied = `for (const kind of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, kind, { get() { throw new DOMException('denied', 'SecurityError'); } });`;
  await context.addInitScript(denied);
  const { page } = await open(context);
  await owner.decide(await startSignIn(page), 'approve');
  await signedIn(page);
  expect(await signedInUser(page)).toBe(owner.sub);
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await signedInUser(page)).toBe('nobody');
  await context.close();
});

test('SDK sign-in: a full storage shows an error and stores no partial session, and a retry with space succeeds [S96]', async () => {
  const context = await browser.newContext();
  const { page } = await open(context);
  await page.evaluate(`(() => {
    for (let size = 1 << 22; size >= 1; size >>= 1)
      try { for (;;) localStorage.setItem('fill' + size, (localStorage.getItem('fill' + size) ?? '') + 'x'.repeat(size)); } catch {}
  })()`);
  await owner.decide(await startSignIn(page), 'approve');
  await page.getByRole('heading', { name: 'That did not work' }).waitFor();
  const stored = `Object.keys(localStorage).filter((key) => key.startsWith('platform-sso'))`;
  expect(await page.evaluate(stored)).toEqual([]);
  await expect.poll(() => page.evaluate('errors')).toEqual(['QuotaExceededError']);
  await page.evaluate('localStorage.clear()');
  await page.getByRole('button', { name: 'Try again' }).click();
  const link = await page.getByRole('link', { name: 'Open in the app' }).getAttribute('href');
  await owner.decide(link ?? '', 'approve');
  await signedIn(page);
  await context.close();
});

test.each([
  ['approve', true, 'the subject'],
  ['reject', 'AuthorizeError access_denied', 'nobody'],
] as const)(
  'SDK redirect sign-in: after %s the page receives the result, and its address has no sign-in parameters [S49]',
  async (decision, outcome, whom) => {
    const sso = createSsoClient({
      baseUrl: urlOf(platform, 'sso'),
      middleware: [bearerMiddleware(() => platform.adminKey)],
    });
    const body = { name: 'Field notes', redirectUris: [], allowedOrigins: [new URL(server.address).origin] };
    const { providerAddress } = unwrap(await sso.createProvider({ body }));
    redirecting = `${server.address}?application=${providerAddress}`;
    unwrap(await sso.updateProvider({ path: { providerAddress }, body: { redirectUris: [redirecting] } }));
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(redirecting);
    await expect.poll(() => page.evaluate('globalThis.finished')).toBe(false);
    await page.evaluate('location.assign(client.createSignInUrl())');
    await page.waitForURL(/\/approve\//);
    await owner.decide(page.url(), decision);
    await page.waitForURL(redirecting);
    await expect.poll(() => page.evaluate('globalThis.finished')).toBe(outcome);
    await expect.poll(() => signedInUser(page)).toBe(whom === 'nobody' ? whom : owner.sub);
    expect(page.url()).toBe(redirecting);
    await context.close();
  },
);
