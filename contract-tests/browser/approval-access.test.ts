import { randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSsoClient, type SsoClient } from '../../generated/sso/client.ts';
import { s256Challenge } from '../../src/protocol/pkce.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { addAuthenticator, openChromium } from '../fixtures/chromium.ts';
import { demoProvider, forget, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

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

/** Starts a sign-in whose screen shows a code. */
async function ask() {
  const response = await sso.authorize({
    query: {
      response_type: 'code',
      response_mode: 'json',
      client_id: demoProvider,
      scope: 'openid',
      code_challenge: s256Challenge(randomBytes(32).toString('base64url')),
      code_challenge_method: 'S256',
      state: 'state',
      nonce: 'nonce',
    },
  });
  if (response.status !== 200) throw new Error(`authorize returned ${response.status}`);
  const { deep_link: deepLink, polling_code: pollingCode, comparison_code: code = '' } = response.body;
  return { deepLink, pollingCode, code };
}

async function openPage(): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await addAuthenticator(page);
  return page;
}

/** Presses Tab until an element has the focus, which has to be visible. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const focused = page.locator(`${selector}:focus`);
  for (let presses = 0; presses < 40 && (await focused.count()) === 0; presses += 1) await page.keyboard.press('Tab');
  await focused.waitFor({ timeout: 20_000 });
  expect(await focused.evaluate((element) => element.matches(':focus-visible'))).toBe(true);
}

test('approval page: by keyboard alone a new user creates a passkey, picks the code and approves', async () => {
  const { deepLink, pollingCode, code } = await ask();
  const page = await openPage();
  await page.goto(deepLink);
  await page.getByRole('button', { name: 'Create a passkey' }).waitFor();
  await tabTo(page, 'button[type=submit]');
  await page.keyboard.press('Enter');

  const radios = page.getByRole('radio');
  await radios.first().waitFor();
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Connect Demo application?');
  await tabTo(page, 'input[type=radio]');
  await page.keyboard.press('Space');
  const values = await radios.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('value')));
  for (let index = 0; index < values.indexOf(code); index += 1) await page.keyboard.press('ArrowDown');
  expect(await page.locator('input[type=radio]:checked').getAttribute('value')).toBe(code);
  await tabTo(page, 'button.approve');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Approved' }).waitFor();
  const { status } = unwrap(await sso.pollAuthorization({ body: { polling_code: pollingCode } }));
  expect(status).toBe('authorized');
  await page.context().close();
});

/** Widths in CSS pixels: a desktop at 200 % zoom, and the narrowest that WCAG 2.2 §1.4.10 names (1280 pixels at 400 %). */
const zoomedWidths = [640, 320];

test('provider pages: nothing overflows at 200 % and 400 % zoom, and reduced motion stops every transition', async () => {
  const page = await openPage();
  const fits = async (name: string) => {
    for (const width of zoomedWidths) {
      await page.setViewportSize({ width, height: 640 });
      expect([name, width, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, width, width]);
    }
    const moving = await page.evaluate(
      `[...document.querySelectorAll('*')].filter((one) => {
        const { transitionDuration, animationName } = getComputedStyle(one);
        return transitionDuration !== '0s' || animationName !== 'none';
      }).length`,
    );
    expect([name, moving]).toEqual([name, 0]);
  };
  const { deepLink } = await ask();
  await page.goto(deepLink);
  await page.getByRole('button', { name: 'Create a passkey' }).waitFor();
  await fits('sign-in');
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.getByRole('radio').first().waitFor();
  await fits('decision');
  await page.goto(`${platform.urls['sso']}/owner`);
  await page.getByRole('button', { name: 'Create recovery codes' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).waitFor();
  await fits('recovery codes');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText('You have 10 unused codes.').waitFor();
  await fits('account');
  await page.goto(`${platform.urls['sso']}/recover`);
  await page.getByLabel('Recovery code').waitFor();
  await fits('recovery');
  await page.context().close();
});

test('account page: a reload while recovery codes are shown asks first, because they would be lost', async () => {
  const page = await openPage();
  await page.goto(`${platform.urls['sso']}/owner`);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.getByRole('button', { name: 'Create recovery codes' }).click();
  const codes = page.getByRole('dialog').locator('.codes code');
  await codes.first().waitFor();
  const before = await codes.allInnerTexts();
  const question = page.waitForEvent('dialog');
  const reload = page.reload().catch(() => undefined);
  const asked = await question;
  expect(asked.type()).toBe('beforeunload');
  await asked.dismiss();
  await reload;
  expect(await codes.allInnerTexts()).toEqual(before);
  await page.context().close();
});
