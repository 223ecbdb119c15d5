import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadAxe } from '../fixtures/browser-session.ts';
import { addAuthenticator, openChromium, countRequests, holdRequests } from '../fixtures/chromium.ts';
import { enrolOwner, type Owner, urlOf } from '../fixtures/identity.ts';
import { demoProvider, deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { type PackedSdk, packSdk, serveSdkPage } from '../fixtures/sdk-package.ts';

/** Folder for screenshots; without it none are taken. */
const screenshotFolder = process.env['SCREENSHOTS'];

let platform: RunningPlatform;
let browser: Browser;
let sdk: PackedSdk;
let server: Awaited<ReturnType<typeof serveSdkPage>>;
let address: string;
let owner: Owner;

/** A page with the sign-in, which also exposes its client to the test. */
const page = (sso: string) => `
import { createElement as h, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SignInButton, SignInPanel, SsoProvider, useAuth } from '@platform/sdk/sso-react';
import { SsoClient } from '@platform/sdk/sso-client';
import { loadDpopKeypair } from '@platform/sdk/dpop';

const here = location.search === '?here' || location.pathname === '/callback';
const keypair = location.hash === '#dpop' ? await loadDpopKeypair() : undefined;
const client = new SsoClient({
  ssoBaseUrl: '${sso}', providerAddress: '${demoProvider}', pollingInterval: 300, ...(keypair && { dpop: { keypair } }),
  ...(here && { redirectUri: location.origin + '/callback' }),
});
globalThis.client = client;
globalThis.loadDpopKeypair = loadDpopKeypair;
globalThis.extractable = keypair?.privateKey.extractable;
const Who = () => h('p', { id: 'who' }, useAuth().subject ?? 'nobody');
const Shown = location.hash === '#panel' ? SignInPanel : SignInButton;
createRoot(document.getElementById('app')).render(
  h(StrictMode, null, h(SsoProvider, { client }, h('h1', null, 'Field notes'), h(Who), h(Shown))));
`;

// Like an application: the packed package is installed and bundled by Vite.
beforeAll(async () => {
  platform = await startPlatform({ services: ['sso'] });
  owner = await enrolOwner(platform);
  browser = await openChromium();
  sdk = await packSdk();
  server = await serveSdkPage(sdk, 'field-notes', page(urlOf(platform, 'sso')));
  ({ address } = server);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await rm(sdk.folder, { recursive: true, force: true });
  await platform?.stop();
  await deletePlatformData(platform);
});

async function open(context: BrowserContext, hash = '') {
  const opened = await context.newPage();
  const sent = countRequests(opened);
  await opened.goto(`${address}${hash}`);
  return Object.assign(opened, { sent });
}

const deepLinkOf = async (opened: Page) =>
  (await opened.getByRole('link', { name: 'Open in the app' }).getAttribute('href')) ?? '';
const signedInUser = (opened: Page) => opened.locator('#who').textContent();

/** Responds to a path in place of the provider. */
const respond = (context: BrowserContext, path: string, status: number, json: object) =>
  context.route(`**${path}*`, (route) =>
    route.fulfill({ status, json, headers: { 'access-control-allow-origin': '*' } }),
  );

/** Holds requests for a path of the provider until they are released. */
const held = (context: BrowserContext, path: string) => holdRequests(context, ({ pathname }) => pathname === path);

async function accessible(opened: Page): Promise<void> {
  await loadAxe(opened);
  const violations: readonly { readonly id: string }[] = await opened.evaluate(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((r) => r.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((n) => n.html + n.failureSummary) })))`,
  );
  expect(violations).toEqual([]);
}

async function shoot(opened: Page, name: string): Promise<void> {
  if (screenshotFolder !== undefined) await opened.screenshot({ path: join(screenshotFolder, `${name}.png`) });
}

test('SDK button: sign-in sends one authorize and one token request, and a reload keeps the session [S207]', async () => {
  const context = await browser.newContext();
  const opened = await open(context);
  await opened.getByRole('button', { name: 'Sign in' }).click();
  const link = await deepLinkOf(opened);
  await accessible(opened);
  await owner.decide(link, 'approve');
  await opened.getByRole('button', { name: 'Sign out' }).waitFor();
  expect(await signedInUser(opened)).toBe(owner.sub);
  expect([opened.sent('/oauth/authorize'), opened.sent('/oauth/token')]).toEqual([1, 1]);
  await opened.reload();
  await opened.getByRole('button', { name: 'Sign out' }).waitFor();
  expect(await opened.evaluate('client.verifyAuth().then((who) => who.sub)')).toBe(owner.sub);
  await context.close();
});

test.each([
  ['a computer', {}],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
])(
  'SDK on this device, on %s: one button leads to the provider and back to the page that asked',
  async (name, size) => {
    const context = await browser.newContext({ ...size, locale: 'en-GB' });
    const opened = await open(context, 'notes?here');
    await addAuthenticator(opened);
    await opened.getByRole('button', { name: 'Sign in' }).click();
    const onThisDevice = opened.getByRole('button', { name: 'On this device' });
    await onThisDevice.waitFor();
    await accessible(opened);
    await shoot(opened, `here-${name}`);
    const code = opened.getByRole('img', { name: 'QR code of the sign-in link' });
    expect(await code.isVisible()).toBe(name === 'a computer');
    if (name === 'a phone') await opened.getByText('On another device').click();
    expect(await code.isVisible()).toBe(true);
    await onThisDevice.click();
    await opened.getByRole('button', { name: 'Create a passkey' }).click();
    await opened.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    expect(await opened.getByRole('radio').count()).toBe(0);
    await opened.getByRole('button', { name: 'Approve', exact: true }).click();
    await opened.getByRole('button', { name: 'Sign out' }).waitFor();
    await expect.poll(() => opened.url()).toBe(`${address}notes?here`);
    expect(await signedInUser(opened)).toMatch(/^[0-9A-Za-z]{20,}$/);
    expect([opened.sent('/oauth/poll') > 0, opened.sent('/oauth/token')]).toEqual([true, 1]);
    await context.close();
  },
);

test('SDK, two tabs: concurrent refreshes send one token request, and signing out affects both tabs [S89]', async () => {
  const context = await browser.newContext();
  const one = await open(context);
  await one.getByRole('button', { name: 'Sign in' }).click();
  await owner.decide(await deepLinkOf(one), 'approve');
  await one.getByRole('button', { name: 'Sign out' }).waitFor();
  const two = await open(context);
  await expect.poll(() => signedInUser(two)).toBe(owner.sub);
  const spent = () => one.sent('/oauth/token') + two.sent('/oauth/token');
  const before = spent();
  const refresh = 'void (globalThis.renewal = client.refreshAccessToken().then(({ access_token }) => access_token))';
  for (let round = 1; round <= 3; round++) {
    const bothAsk = await held(context, '/oauth/token');
    await one.evaluate(refresh);
    await two.evaluate(refresh);
    await bothAsk.release();
    const tokens = await Promise.all([one, two].map((tab) => tab.evaluate('renewal')));
    const stored = await one.evaluate('client.getAccessToken()');
    expect(tokens).toEqual([stored, stored]);
    expect(spent() - before).toBe(round);
    expect(await two.evaluate('client.verifyAuth().then((who) => who.sub)')).toBe(owner.sub);
  }
  await one.getByRole('button', { name: 'Sign out' }).click();
  await two.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await signedInUser(two)).toBe('nobody');
  await context.close();
});

test('SDK with DPoP: the key is not extractable, the tokens are bound to it, and both survive a reload [S113]', async () => {
  const context = await browser.newContext();
  const opened = await open(context, '#dpop');
  await opened.getByRole('button', { name: 'Sign in' }).click();
  await owner.decide(await deepLinkOf(opened), 'approve');
  await opened.getByRole('button', { name: 'Sign out' }).waitFor();
  const bound = '(async () => (await client.refreshAccessToken()).token_type)()';
  expect(await opened.evaluate(bound)).toBe('DPoP');
  expect(await opened.evaluate('client.getAuthData().cnf.jkt.length')).toBe(43);
  expect(await opened.evaluate('extractable')).toBe(false);
  await opened.reload();
  await opened.getByRole('button', { name: 'Sign out' }).waitFor();
  expect(await opened.evaluate(bound)).toBe('DPoP');
  expect(await opened.evaluate('extractable')).toBe(false);
  const [second, third] = [await open(context, '#dpop'), await open(context, '#dpop')];
  for (const tab of [second, third]) {
    await tab.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await tab.evaluate(bound)).toBe('DPoP');
  }
  await context.close();
});

test('SDK with DPoP: two concurrent key creations in one browser return the same key [S114]', async () => {
  const context = await browser.newContext();
  const opened = await open(context);
  const publicKey = `loadDpopKeypair('first visit').then(({ publicJwk }) => publicJwk.x)`;
  const keys: readonly string[] = await opened.evaluate(`Promise.all([${publicKey}, ${publicKey}])`);
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{43}$/), keys[0]]);
  expect(await opened.evaluate(publicKey)).toBe(keys[0]);
  await context.close();
});

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 360],
  ['dark', 360],
] as const)(
  'SDK sign-in, %s theme at %i pixels: every state is accessible and nothing overflows [S222]',
  async (colorScheme, width) => {
    const phone = width < 600;
    const context = await browser.newContext({
      colorScheme,
      viewport: { width, height: 760 },
      hasTouch: phone,
      isMobile: phone,
    });
    const authorizing = await held(context, '/oauth/authorize');
    const opened = await open(context, '#panel');
    const heading = (name: string) => opened.getByRole('heading', { name }).waitFor();
    const again = () => opened.getByRole('button', { name: 'Try again' }).click();
    const looks = async (name: string) => {
      await accessible(opened);
      await shoot(opened, `${colorScheme}-${width}-${name}`);
      expect(await opened.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    };
    await opened.getByText('Preparing the sign-in…').waitFor();
    await looks('starting');
    await authorizing.release();
    await opened.getByText('Waiting for your approval…').waitFor();
    await looks('waiting');
    await owner.decide(await deepLinkOf(opened), 'reject');
    await heading('Declined');
    expect(await opened.getByRole('status').textContent()).toContain('declined');
    await looks('rejected');
    await respond(context, '/oauth/authorize', 400, { error: 'invalid_request' });
    await opened.getByRole('button', { name: 'Try again' }).focus();
    await opened.keyboard.press('Enter');
    await heading('That did not work');
    await looks('failed');
    await context.unroute('**/oauth/authorize*');
    await respond(context, '/oauth/poll', 200, { status: 'expired' });
    await again();
    await heading('Too late');
    await looks('expired');
    await context.unroute('**/oauth/poll*');
    const exchanging = await held(context, '/oauth/token');
    await again();
    await owner.decide(await deepLinkOf(opened), 'approve');
    await opened.getByText('Approved. Finishing…').waitFor();
    await looks('finishing');
    await exchanging.release();
    await heading('You are signed in');
    await looks('success');
    await context.close();
  },
);

/** Returns a computed style of the panel. */
const styleOf = (opened: Page, selector: string, property: string) =>
  opened.locator(selector).evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

test.each([
  ['dark', 'light', 'rgb(255, 255, 255)'],
  ['light', 'dark', 'rgb(22, 25, 31)'],
] as const)(
  'SDK theme: in a page with data-theme=%s an element with data-theme=%s has its own colours [S222]',
  async (page, island, color) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ colorScheme });
      const opened = await open(context, '#panel');
      await opened.getByText('Waiting for your approval…').waitFor();
      const background = () => styleOf(opened, '.platform-sso-panel', 'background-color');
      await opened.evaluate(`document.querySelector('#app').dataset.theme = '${island}'`);
      expect(await background()).toBe(color);
      await opened.evaluate(`document.documentElement.dataset.theme = '${page}'`);
      expect(await background()).toBe(color);
      await opened.evaluate(`delete document.querySelector('#app').dataset.theme`);
      expect(await background()).not.toBe(color);
      await context.close();
    }
  },
);

test('SDK theme: every documented CSS variable takes effect [S222]', async () => {
  const context = await browser.newContext();
  await respond(context, '/oauth/poll', 200, { status: 'rejected' });
  const opened = await open(context, '#panel');
  await opened.getByRole('heading', { name: 'Declined' }).waitFor();
  const color = 'rgb(1, 2, 3)';
  for (const [variable, selector, property, value] of [
    ['accent', '.platform-sso-button', 'background-color', color],
    ['accent-text', '.platform-sso-button', 'color', color],
    ['background', '.platform-sso-panel', 'background-color', color],
    ['text', '.platform-sso-title', 'color', color],
    ['muted', '.platform-sso-status', 'color', color],
    ['border', '.platform-sso-panel', 'border-top-color', color],
    ['danger', '.platform-sso-mark', 'color', color],
    ['radius', '.platform-sso-panel', 'border-top-left-radius', '3px'],
    ['font', '.platform-sso-panel', 'font-family', 'monospace'],
  ] as const) {
    expect([variable, await styleOf(opened, selector, property)]).not.toEqual([variable, value]);
    await opened.evaluate(`document.documentElement.style.setProperty('--platform-sso-${variable}', '${value}')`);
    await expect.poll(() => styleOf(opened, selector, property)).toBe(value);
  }
  await context.unroute('**/oauth/poll*');
  await opened.getByRole('button', { name: 'Try again' }).click();
  await owner.decide(await deepLinkOf(opened), 'approve');
  await opened.getByRole('heading', { name: 'You are signed in' }).waitFor();
  await opened.evaluate(`document.documentElement.style.setProperty('--platform-sso-success', '${color}')`);
  expect(await styleOf(opened, '.platform-sso-mark', 'color')).toBe(color);
  await context.close();
});

test('SDK modal: focus is trapped, Escape closes it and restores the focus, and it recovers from being offline [S221]', async () => {
  const context = await browser.newContext();
  const opened = await open(context);
  const button = opened.getByRole('button', { name: 'Sign in' });
  await button.focus();
  await opened.keyboard.press('Enter');
  const link = await deepLinkOf(opened);
  await shoot(opened, 'modal');
  const inside =
    'document.activeElement === document.body || document.querySelector("dialog").contains(document.activeElement)';
  for (let step = 0; step < 6; step++) {
    await opened.keyboard.press('Tab');
    expect(await opened.evaluate(inside)).toBe(true);
  }
  await opened.keyboard.press('Escape');
  await opened.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await opened.evaluate('document.activeElement.textContent')).toBe('Sign in');
  await opened.keyboard.press('Enter');
  expect(await deepLinkOf(opened)).toBe(link);
  await context.setOffline(true);
  await owner.decide(link, 'approve');
  for (let polls = 0; polls < 2; polls += 1) await opened.waitForEvent('requestfailed');
  expect(await opened.getByText('Waiting for your approval…').isVisible()).toBe(true);
  await context.setOffline(false);
  await opened.getByRole('button', { name: 'Sign out' }).waitFor();
  expect([opened.sent('/oauth/authorize'), opened.sent('/oauth/token')]).toEqual([1, 1]);
  await context.close();
});
