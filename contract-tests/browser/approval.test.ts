import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSsoClient, type SsoClient } from '../../generated/sso/client.ts';
import type { CreatePasskeyRequest } from '../../generated/sso/types.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { desktop, checkPage, phone } from '../fixtures/browser-session.ts';
import { addAuthenticator, openChromium } from '../fixtures/chromium.ts';
import { enrolOwner } from '../fixtures/identity.ts';
import { demoProvider, forget, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

const jkt = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';

let platform: RunningPlatform;
let browser: Browser;
let sso: SsoClient;
beforeAll(async () => {
  platform = await startPlatform({ services: ['sso'], env: { DATABASE_URL: undefined } });
  sso = createSsoClient({ baseUrl: platform.urls['sso'] ?? '' });
  browser = await openChromium();
});
afterAll(async () => {
  await browser?.close();
  await platform?.stop();
  await forget(platform);
});

interface Asked {
  readonly deepLink: string;
  readonly pollingCode: string;
  readonly comparisonCode: string;
  readonly verifier: string;
}

const challenge = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

function query(further: object = {}) {
  const verifier = randomBytes(32).toString('base64url');
  return {
    verifier,
    query: {
      response_type: 'code',
      response_mode: 'json',
      client_id: demoProvider,
      scope: 'openid',
      code_challenge: challenge(verifier),
      code_challenge_method: 'S256',
      state: randomBytes(8).toString('base64url'),
      nonce: randomBytes(8).toString('base64url'),
      ...further,
    } as const,
  };
}

/** Starts a sign-in of an application. */
async function ask(further: { readonly dpop_jkt?: string } = { dpop_jkt: jkt }): Promise<Asked> {
  const { verifier, query: parameters } = query(further);
  const response = await sso.authorize({ query: parameters, headers: { Origin: 'http://localhost' } });
  if (response.status !== 200) throw new Error(`authorize returned ${response.status}`);
  const { deep_link: deepLink, polling_code: pollingCode, comparison_code: comparisonCode = '' } = response.body;
  return { deepLink, pollingCode, comparisonCode, verifier };
}

const poll = async (pollingCode: string) =>
  unwrap(await sso.pollAuthorization({ body: { polling_code: pollingCode } })).status;

/** Opens a browser with a virtual authenticator. */
async function openPage(options: BrowserContextOptions = desktop) {
  const context = await browser.newContext({ ...options, locale: 'en-GB' });
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  await addAuthenticator(page);
  return { page, context };
}

/** Checks a page on phone, tablet and desktop screens for overflow, and ends on the phone. */
async function checkAtSizes(page: Page, name: string): Promise<void> {
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await checkPage(page, `${name}-${width}`);
    expect([name, width, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, width, width]);
  }
}

async function createPasskey(page: Page): Promise<void> {
  await page.getByLabel('Name of the new passkey').fill('Work laptop');
  await page.getByRole('button', { name: 'Create a passkey' }).click();
}

test('approval page: a new user creates a passkey on the phone, compares the code and approves', async () => {
  const { deepLink, pollingCode, comparisonCode } = await ask();
  const { page, context } = await openPage(phone);
  await page.goto(deepLink);
  await page.getByRole('heading', { name: 'Demo application asks you to sign in' }).waitFor();
  await checkPage(page, 'phone-1-sign-in');
  await createPasskey(page);

  await page.getByRole('heading', { name: 'Connect Demo application?' }).waitFor();
  const shown = await page.locator('main').innerText();
  expect(shown).toContain(comparisonCode);
  expect(shown).toContain('node, 127.0.0.0/24');
  expect(shown).toContain('30 days');
  expect(shown.replaceAll(/\s/g, '')).toContain(jkt);
  await checkAtSizes(page, 'decide');

  const [decline, approve] = await Promise.all(
    ['Decline', 'Approve'].map((name) => page.getByRole('button', { name, exact: true }).boundingBox()),
  );
  expect([decline?.width, decline?.height]).toEqual([approve?.width, approve?.height]);

  expect(await poll(pollingCode)).toBe('pending');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('alert').getByText('Pick the code that the other screen shows.').waitFor();
  await page.getByRole('radio', { name: comparisonCode }).check();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('heading', { name: 'Approved' }).waitFor();
  await checkPage(page, 'phone-3-approved');
  expect(await poll(pollingCode)).toBe('authorized');
  await context.close();
});

test('approval page: a signed-in user declines by keyboard only, and a reload shows the decision', async () => {
  const first = await ask();
  const { page, context } = await openPage();
  await page.goto(first.deepLink);
  await createPasskey(page);
  await page.getByRole('heading', { name: 'Connect Demo application?' }).waitFor();

  const second = await ask({});
  await page.goto(second.deepLink);
  await page.getByRole('heading', { name: 'Connect Demo application?' }).waitFor();
  await checkPage(page, 'desktop-2-decide');
  // The page shows the codes before the details.
  await page.keyboard.press('Tab');
  for (const expected of ['Technical details', 'Decline']) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(expected);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Declined' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Declined');
  await checkPage(page, 'desktop-3-declined');
  expect(await poll(second.pollingCode)).toBe('rejected');

  await page.reload();
  await page.getByRole('heading', { name: 'Declined' }).waitFor();
  await context.close();
});

test('approval page: a passkey signs in again after signing out', async () => {
  const { page, context } = await openPage();
  await page.goto(`${platform.urls['sso']}/owner`);
  await page.getByRole('button', { name: 'Create a passkey' }).waitFor();
  await checkPage(page, 'desktop-owner-signed-out');
  await createPasskey(page);
  await page.getByText('No application or agent is connected.').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();

  const { deepLink } = await ask();
  await page.goto(deepLink);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: 'Connect Demo application?' }).waitFor();
  await context.close();
});

test('account page: a device is renamed, and removed after the passkey confirms it', async () => {
  const owner = await enrolOwner(platform);
  const { publicKey } = unwrap(await owner.sso.createPasskeyRegistrationOptions({ body: { name: 'Laptop' } }));
  const { page, context } = await openPage();
  await page.goto(`${platform.urls['sso']}/owner`);
  await page.getByRole('button', { name: 'Create a passkey' }).waitFor();
  const credential: CreatePasskeyRequest['credential'] = await page.evaluate(async (options) => {
    const json: PublicKeyCredentialCreationOptionsJSON = JSON.parse(options);
    const created = await navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json),
    });
    if (!(created instanceof PublicKeyCredential)) throw new Error('The browser created no passkey.');
    return JSON.parse(JSON.stringify(created.toJSON()));
  }, JSON.stringify(publicKey));
  expect(unwrap(await owner.sso.createPasskey({ body: { credential } })).sub).toBe(owner.sub);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();

  const entries = page.getByRole('list', { name: 'Ways to sign in' }).getByRole('listitem');
  await page.getByRole('button', { name: /^Rename the device Test phone/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New name').fill(' ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByLabel('New name').fill('Old phone');
  await checkPage(page, 'desktop-owner-rename-device');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Rename the device Old phone/ }).waitFor();
  await page.getByRole('button', { name: /^Rename the passkey Laptop/ }).click();
  await dialog.getByLabel('New name').fill('Not kept');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await entries.allInnerTexts()).toEqual([
    expect.stringMatching(/^Old phone\s+Device, last used/),
    expect.stringMatching(/^Laptop\s+Passkey, last used/),
  ]);
  await checkAtSizes(page, 'account-both-kinds');

  await page.getByRole('button', { name: /^Remove the device Old phone/ }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => entries.count()).toBe(1);
  expect((await owner.sso.getOwner()).status).toBe(401);
  await context.close();
});

test('account page: connections are disconnected after confirmation, passkeys removed, and the identity deleted', async () => {
  const { deepLink, pollingCode, verifier } = await ask({});
  const { page, context } = await openPage();
  await page.goto(deepLink);
  await createPasskey(page);
  await page.getByRole('radio', { name: 'It shows no code' }).check();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('approving signs that person in as you').waitFor();
  await checkPage(page, 'desktop-no-code');
  await page.getByRole('button', { name: 'Approve without a code' }).click();
  await page.getByRole('heading', { name: 'Approved' }).waitFor();
  const { authorization_code: code = '' } = unwrap(
    await sso.pollAuthorization({ body: { polling_code: pollingCode } }),
  );
  const tokens = unwrap(
    await sso.exchangeToken({
      body: { grant_type: 'authorization_code', code, client_id: demoProvider, code_verifier: verifier },
    }),
  );

  await page.goto(`${platform.urls['sso']}/owner`);
  await page.getByRole('button', { name: /^Disconnect Demo application/ }).waitFor();
  expect(await page.getByText('You have one way to sign in.').count()).toBe(1);
  await checkAtSizes(page, 'account');

  await page.getByRole('button', { name: /^Disconnect Demo application/ }).click();
  const question = await page.getByRole('dialog').innerText();
  expect(question).toContain(
    'The platform refuses it within seconds, and servers that check tokens on their own within 15',
  );
  await checkPage(page, 'phone-owner-question');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^Disconnect Demo application/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('No application or agent is connected.').waitFor();
  const refreshed = await sso.exchangeToken({
    body: { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '', client_id: demoProvider },
  });
  expect(refreshed.status).toBe(400);

  // The only passkey has no Remove button; with two, each has one.
  const passkeys = page.getByRole('list', { name: 'Ways to sign in' }).getByRole('listitem');
  expect(await page.getByRole('button', { name: /^Remove the passkey/ }).count()).toBe(0);
  await addAuthenticator(page, 'usb');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const remove = page.getByRole('button', { name: /^Remove the passkey Work laptop/ });
  await remove.waitFor();
  expect(await passkeys.allInnerTexts()).toEqual([
    expect.stringMatching(/Work laptop\s+Passkey, last used .*\s+Added today/),
    expect.any(String),
  ]);
  await checkPage(page, 'phone-owner-passkeys');
  await remove.click();
  await checkPage(page, 'phone-owner-remove-passkey');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await remove.waitFor({ state: 'detached' });
  await expect.poll(() => passkeys.count()).toBe(1);
  await page.setViewportSize({ width: 1280, height: 900 });
  await checkPage(page, 'desktop-owner-passkey-removed');

  await page.getByRole('button', { name: 'Delete …' }).click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await page.getByRole('heading', { name: 'Deleted' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await context.close();
});

/** Starts an application with a redirect URI. */
async function listen(): Promise<{
  readonly server: Server;
  readonly redirectUri: string;
  readonly back: Promise<URL>;
}> {
  let arrive: (url: URL) => void;
  const back = new Promise<URL>((resolve) => (arrive = resolve));
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    response.end('Back at the application');
    if (url.pathname === '/callback') arrive(url);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return { server, redirectUri: `http://127.0.0.1:${port}/callback`, back };
}

test('approval page: with response_mode=query the waiting page returns to the application when another device decides', async () => {
  const { server, redirectUri, back } = await listen();
  const { query: parameters } = query({ response_mode: 'query', redirect_uri: redirectUri });
  const waiting = await openPage();
  await waiting.page.goto(
    `${platform.urls['sso']}/oauth/authorize?${new URLSearchParams({ ...parameters }).toString()}`,
  );
  await waiting.page.getByText('Approve on another device', { exact: true }).click();
  await checkPage(waiting.page, 'desktop-1-waiting');
  const deepLink = waiting.page.url();
  const code = await waiting.page.locator('#other-device .comparison-inline').innerText();

  const other = await openPage(phone);
  await other.page.setExtraHTTPHeaders({ 'user-agent': 'A phone' });
  await other.page.goto(deepLink);
  await createPasskey(other.page);
  await other.page.getByRole('radio', { name: code }).check();
  await other.page.getByRole('button', { name: 'Approve', exact: true }).click();

  const arrived = await back;
  expect(arrived.searchParams.get('state')).toBe(parameters.state);
  expect(arrived.searchParams.get('iss')).toBe(platform.urls['sso']);
  expect(arrived.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  // The phone is not redirected: it may not reach the application's address.
  await other.page.getByText('Go back to your other screen').waitFor();
  await checkPage(other.page, 'phone-4-elsewhere');
  expect(other.page.url()).toBe(deepLink);

  const later = await waiting.context.request.get(deepLink, { maxRedirects: 0 });
  expect([later.status(), later.headers()['location']]).toEqual([303, `${redirectUri}${arrived.search}`]);
  await Promise.all([waiting.context.close(), other.context.close()]);
  server.close();
});

test('approval page: with response_mode=query the same browser approves without a code', async () => {
  const { server, redirectUri, back } = await listen();
  const { query: parameters } = query({ response_mode: 'query', redirect_uri: redirectUri });
  const { page, context } = await openPage();
  await page.goto(`${platform.urls['sso']}/oauth/authorize?${new URLSearchParams({ ...parameters }).toString()}`);
  await createPasskey(page);
  await page.getByText('This browser started the request.').waitFor();
  expect(await page.getByRole('radio').count()).toBe(0);
  await checkPage(page, 'desktop-same-browser');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  expect((await back).searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  await context.close();
  server.close();
});

test('approval page: a wrong code ends the request and explains why', async () => {
  const { deepLink, pollingCode, comparisonCode } = await ask();
  const { page, context } = await openPage(phone);
  await page.goto(deepLink);
  await createPasskey(page);
  const radios = page.getByRole('radio');
  await radios.first().waitFor();
  const codes = await radios.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('value') ?? ''));
  const wrong = codes.find((code) => code !== comparisonCode && code !== 'none') ?? '';
  await page.getByRole('radio', { name: wrong }).check();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('heading', { name: 'Wrong code' }).waitFor();
  await checkPage(page, 'phone-wrong-code');
  expect(await poll(pollingCode)).toBe('rejected');
  await context.close();
});

test('approval page: an unknown link shows "Sign-in request not found"', async () => {
  const { page, context } = await openPage();
  const response = await page.goto(`${platform.urls['sso']}/approve/${'A'.repeat(43)}`);
  expect(response?.status()).toBe(404);
  await page.getByRole('heading', { name: 'Sign-in request not found' }).waitFor();
  await checkPage(page, 'desktop-unknown');
  await context.close();
});
