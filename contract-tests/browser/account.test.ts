import { createHash, randomBytes } from 'node:crypto';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSsoClient, type SsoClient } from '../../generated/sso/client.ts';
import { deviceMiddleware } from '../../src/client/http/device-middleware.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { desktop, checkPage, phone } from '../fixtures/browser-session.ts';
import { addAuthenticator, openChromium } from '../fixtures/chromium.ts';
import { newKey } from '../fixtures/identity.ts';
import { demoProvider, forget, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

let platform: RunningPlatform;
let browser: Browser;
let baseUrl: string;
let sso: SsoClient;
beforeAll(async () => {
  platform = await startPlatform({ services: ['sso'], env: { DATABASE_URL: undefined } });
  baseUrl = platform.urls['sso'] ?? '';
  sso = createSsoClient({ baseUrl });
  browser = await openChromium();
});
afterAll(async () => {
  await browser?.close();
  await platform?.stop();
  await forget(platform);
});

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

/** Creates an identity on the account page. */
async function enrol(page: Page): Promise<string> {
  await page.goto(`${baseUrl}/owner`);
  await page.getByLabel('Name of the new passkey').fill('Work laptop');
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  return page.locator('.account code').innerText();
}

/** Checks a page on a desktop and a phone for overflow and accessibility, and restores its size. */
async function checkAtSizes(page: Page, name: string): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 900 };
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await checkPage(page, `${name}-${width}`);
    expect([name, width, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, width, width]);
  }
  await page.setViewportSize(before);
}

/** A software phone with a new key, or with a given one. */
const softwarePhone = (key = newKey()) =>
  createSsoClient({ baseUrl, middleware: [deviceMiddleware({ keypair: key })] });

test('account page: a device joins with the link of the QR code, which survives a reload', async () => {
  const { page, context } = await openPage();
  const sub = await enrol(page);
  await page.getByRole('button', { name: 'Link a phone or device' }).click();
  const dialog = page.getByRole('dialog');
  const link = await dialog.locator('.link-text').innerText();
  expect(link).toMatch(new RegExp(`^${baseUrl}/link/[\\w-]{43}$`));
  await checkAtSizes(page, 'account-link');
  await page.reload();
  await expect.poll(() => dialog.locator('.link-text').innerText()).toBe(link);

  const device = softwarePhone();
  const secret = link.split('/').at(-1) ?? '';
  expect(unwrap(await device.createDevice({ body: { name: 'Pocket phone', link: secret } })).sub).toBe(sub);
  await page.getByText('Pocket phone was linked.').waitFor();
  await page.getByRole('button', { name: /^Remove the device Pocket phone/ }).waitFor();
  expect(await page.getByText('You have one way to sign in.').count()).toBe(0);
  await checkAtSizes(page, 'account-linked');
  const used = await page.goto(link);
  expect(used?.status()).toBe(404);
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
  await checkPage(page, 'link-expired');
  await context.close();
});

test('account page: a second browser opens the link, adds a passkey, and is listed and signed out', async () => {
  const first = await openPage();
  const sub = await enrol(first.page);
  await first.page.getByRole('button', { name: 'Link a phone or device' }).click();
  const link = await first.page.getByRole('dialog').locator('.link-text').innerText();

  const second = await openPage(phone);
  await second.page.goto(link);
  await second.page.getByLabel('Name of this device').fill('Phone');
  await checkPage(second.page, 'phone-link');
  await second.page.getByRole('button', { name: 'Link this device' }).click();
  await second.page.waitForURL(`${baseUrl}/owner#authenticators`);
  expect(await second.page.locator('.account code').innerText()).toBe(sub);

  await first.page.getByText('Phone was linked.').waitFor();
  const browsers = first.page.getByRole('list', { name: 'Signed-in browsers' }).getByRole('listitem');
  await expect.poll(() => browsers.count()).toBe(2);
  expect(await browsers.allInnerTexts()).toEqual([
    expect.stringMatching(/Chrome on Linux, 127\.0\.0\.0\/24\s+Last used/),
    expect.stringMatching(/This browser/),
  ]);
  await browsers.getByRole('button', { name: /^End the session of/ }).click();
  await expect.poll(() => browsers.count()).toBe(1);
  await second.page.reload();
  await second.page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();

  await first.page.getByRole('button', { name: 'End all sessions' }).click();
  await first.page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
  await first.page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await Promise.all([first.context.close(), second.context.close()]);
});

test('recovery: a code adds a passkey in another browser, every page tells it, and the identity can be erased', async () => {
  const lost = await openPage();
  const sub = await enrol(lost.page);
  await lost.page.getByText('You have one way to sign in.').waitFor();
  await lost.page.getByRole('button', { name: 'Create recovery codes' }).click();
  const dialog = lost.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'I have saved them' }).waitFor();
  const codes = await dialog.locator('.codes code').allInnerTexts();
  expect(codes).toHaveLength(10);
  await checkAtSizes(lost.page, 'account-recovery-codes');
  await lost.page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await lost.page.getByText('You have 10 unused codes.').waitFor();
  expect(await lost.page.getByText('You have one way to sign in.').count()).toBe(0);

  const found = await openPage(phone);
  await found.page.goto(`${baseUrl}/owner`);
  await found.page.getByRole('link', { name: 'Use a recovery code' }).click();
  await found.page.getByRole('heading', { name: 'Recover your identity' }).waitFor();
  await found.page.getByLabel('Recovery code').fill('0000-0000-0000-0000');
  await found.page.getByRole('button', { name: 'Recover' }).click();
  await found.page.getByRole('alert').getByText('This recovery code is not valid or was used before.').waitFor();
  await checkPage(found.page, 'phone-recover');
  await found.page.getByLabel('Recovery code').fill(codes[3]?.toLowerCase() ?? '');
  await found.page.getByRole('button', { name: 'Recover' }).click();
  await found.page.getByRole('heading', { name: 'Recovered' }).waitFor();
  await checkPage(found.page, 'phone-recovered');
  await lost.page.reload();
  await lost.page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();

  await found.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await found.page.getByText('A recovery code was used.').waitFor();
  expect(await found.page.locator('.account code').innerText()).toBe(sub);
  await checkAtSizes(found.page, 'account-recovered');

  const verifier = randomBytes(32).toString('base64url');
  const asked = await sso.authorize({
    query: {
      response_type: 'code',
      response_mode: 'json',
      client_id: demoProvider,
      scope: 'openid',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: 'state',
      nonce: 'nonce',
      agent_name: 'Nightly build',
    },
  });
  if (asked.status !== 200) throw new Error(`authorize returned ${asked.status}`);
  await found.page.goto(asked.body.deep_link);
  await found.page.getByText('A recovery code was used.').waitFor();
  await found.page.getByText('“Nightly build”').waitFor();
  await found.page.getByRole('button', { name: 'It was me' }).click();
  await expect.poll(() => found.page.getByText('A recovery code was used.').count()).toBe(0);
  await found.page.getByRole('radio', { name: asked.body.comparison_code ?? '' }).check();
  await found.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await found.page.getByRole('heading', { name: 'Approved' }).waitFor();
  const polled = unwrap(await sso.pollAuthorization({ body: { polling_code: asked.body.polling_code } }));
  unwrap(
    await sso.exchangeToken({
      body: {
        grant_type: 'authorization_code',
        code: polled.authorization_code ?? '',
        client_id: demoProvider,
        code_verifier: verifier,
      },
    }),
  );

  await found.page.goto(`${baseUrl}/owner`);
  await found.page.getByText('Calls itself “Nightly build”').waitFor();
  expect(await found.page.getByText('A recovery code was used.').count()).toBe(0);
  await found.page.getByRole('button', { name: /^Rename Demo application/ }).click();
  await found.page.getByLabel('New name').fill('Build machine');
  await found.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await found.page.getByRole('button', { name: /^Disconnect Build machine/ }).waitFor();
  const events = await found.page.getByRole('list', { name: 'Activity' }).getByRole('listitem').allInnerTexts();
  expect(events.join('\n')).toContain('A recovery code added a passkey');
  expect(events.join('\n')).toContain('Demo application was approved');
  await checkAtSizes(found.page, 'account-full');
  const download = found.page.waitForEvent('download');
  await found.page.getByRole('link', { name: 'Download as JSON' }).click();
  expect((await download).suggestedFilename()).toMatch(/^activity-\d{4}-\d\d-\d\d\.json$/);

  await found.page.getByRole('button', { name: 'Delete …' }).click();
  await found.page.getByRole('button', { name: 'Delete for good' }).click();
  await found.page.getByRole('heading', { name: 'Deleted' }).waitFor();
  await Promise.all([lost.context.close(), found.context.close()]);
});
