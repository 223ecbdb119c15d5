import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSsoClient } from '../../generated/sso/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type BrowserSession, checkAtBothSizes, openBrowserSession } from '../fixtures/browser-session.ts';
import { addAuthenticator, openChromium } from '../fixtures/chromium.ts';
import { urlOf } from '../fixtures/identity.ts';
import { forget, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

let platform: RunningPlatform;
let browser: Browser;
let session: BrowserSession;
beforeAll(async () => {
  platform = await startPlatform({ services: ['sso', 'web'] });
  browser = await openChromium();
  session = await openBrowserSession(browser);
  await signInAsOperator();
});
afterAll(async () => {
  await session?.close();
  await browser?.close();
  await platform?.stop();
  await forget(platform);
});

const admin = (path = '') => `${urlOf(platform, 'web')}/admin${path}`;

/** Signs in to the console with a new passkey, and grants its owner the applications. */
async function signInAsOperator(): Promise<void> {
  const { page } = session;
  await page.goto(admin());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/approve\//);
  await addAuthenticator(page);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.getByRole('heading', { name: 'You have no access' }).waitFor();
  const sub = /grant ([0-9a-f]{32}) --scope/.exec(await page.locator('pre').innerText())?.[1] ?? '';
  const headers = { authorization: `Bearer ${platform.adminKey}` };
  const sso = createSsoClient({ baseUrl: urlOf(platform, 'sso'), headers });
  unwrap(await sso.setConsoleScopes({ path: { sub }, body: { scopes: ['providers'], name: 'Night shift' } }));
}

/** Texts that describe a control, in the order in which a screen reader reads them. */
const descriptionOf = (control: Locator): Promise<unknown> =>
  control.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => element.ownerDocument.getElementById(id)?.textContent),
  );

test('console form: an error about one line of a list stands at the list, which gets the focus', async () => {
  const { page } = session;
  await page.goto(admin('/applications'));
  await page.getByRole('button', { name: 'New application' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Notes');
  const redirects = dialog.getByLabel('Redirect URIs');
  const origins = dialog.getByLabel('Allowed origins');
  await redirects.fill('https://notes.example/back\nhttp://notes.example/back');
  await dialog.getByRole('button', { name: 'Register' }).click();
  await expect.poll(() => redirects.getAttribute('aria-invalid')).toBe('true');
  expect(await descriptionOf(redirects)).toEqual([
    expect.stringMatching(/^redirectUris\.1 /),
    expect.stringMatching(/^One a line/),
  ]);
  expect(await redirects.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  expect(await origins.getAttribute('aria-invalid')).toBeNull();
  expect(await dialog.getByRole('alert').count()).toBe(1);
  await checkAtBothSizes(page, 'console-form-error');

  await redirects.fill('https://notes.example/back');
  await origins.fill('https://notes.example/');
  await dialog.getByRole('button', { name: 'Register' }).click();
  await expect.poll(() => origins.getAttribute('aria-invalid')).toBe('true');
  expect(await redirects.getAttribute('aria-invalid')).toBeNull();
  expect(await origins.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);

  await origins.fill('https://notes.example');
  await dialog.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('link', { name: 'Notes' }).waitFor();
  expect(session.pageErrors).toEqual([]);
});
