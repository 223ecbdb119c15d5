import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type BrowserSession, checkPage, runWithConfirmation } from '../fixtures/browser-session.ts';
import { addAuthenticator } from '../fixtures/chromium.ts';
import { openWebPages } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';

const pages = useStarted(() => openWebPages(['sso', 'backend', 'notifications', 'web']));
let session: BrowserSession;
beforeAll(async () => {
  ({ session } = pages);
});

const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out' });

/** Claims of the id_token that a page stored. @param prefix of the page's keys */
async function storedClaims(page: Page, prefix = ''): Promise<Record<string, unknown>> {
  return JSON.parse(String(await page.evaluate(`localStorage.getItem('${prefix}platform-sso_id_token_claims')`)));
}

test('portal: on the first visit creating a passkey is the only gesture, and approves the portal', async () => {
  const { page } = session;
  await page.goto(pages.at('/portal'));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/approve\//);
  await addAuthenticator(page);
  await page.getByLabel('Name of the new passkey').fill('Laptop');
  await page.getByText('When you sign in, it can act for you at').waitFor();
  await checkPage(page, 'one-sign-in-portal-desktop');
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await signOut(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/portal');
});

test('host: in the same browser one approval signs in, without a second QR code', async () => {
  const { page } = session;
  await page.goto(pages.at('/host'));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Connect Web host?' }).waitFor();
  expect(await page.getByRole('radio').count()).toBe(0);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await signOut(page).waitFor();
});

test('portal and host: a lost session of a known browser is restored without showing a page, and keeps auth_time', async () => {
  const { page } = session;
  // The approval of the host was the last ceremony in this browser.
  const { auth_time: ceremony } = await storedClaims(page, 'platform-sso_host:');
  for (const [path, prefix] of [
    ['/portal', ''],
    ['/host', 'platform-sso_host:'],
  ] as const) {
    await page.goto(pages.at(path));
    await signOut(page).waitFor();
    const before = await storedClaims(page, prefix);
    await page.evaluate(
      `Object.keys(localStorage).filter((key) => key.includes('_token')).forEach((key) => localStorage.removeItem(key))`,
    );
    await page.reload();
    await signOut(page).waitFor();
    const after = await storedClaims(page, prefix);
    expect([after['auth_time'], after['sub']]).toEqual([ceremony, before['sub']]);
    expect(after['jti']).not.toBe(before['jti']);
  }
});

test('portal: a link of another site signs nobody in without a click, and asks for no passkey', async () => {
  const tab = await session.context.newPage();
  const [authorize] = await Promise.all([
    tab.waitForRequest((request) => request.url().includes('/oauth/authorize?')),
    tab.goto(pages.at('/portal')).then(async () => {
      await signOut(tab).waitFor();
      await tab.evaluate(
        `Object.keys(localStorage).filter((key) => key.includes('_token')).forEach((key) => localStorage.removeItem(key))`,
      );
      await tab.reload();
    }),
  ]);
  const link = new URL(authorize.url());
  link.searchParams.delete('prompt');
  link.searchParams.set('code_challenge', link.searchParams.get('code_challenge')?.split('').reverse().join('') ?? '');
  await signOut(tab).waitFor();
  // A typed address says nothing about where the navigation began.
  await tab.goto(link.href);
  await tab.getByText('A link or a page of another site opened this sign-in.').waitFor();
  await checkPage(tab, 'one-sign-in-other-site-desktop');
  await tab.getByRole('button', { name: 'Approve', exact: true }).click();
  await tab.waitForURL((url) => url.pathname === '/portal');
  await tab.close();
});

test('portal and host: the session outlives the tab', async () => {
  for (const path of ['/portal', '/host']) {
    const tab = await session.context.newPage();
    await tab.goto(pages.at(path));
    await signOut(tab).waitFor();
    await tab.close();
  }
});

test('portal: a key that needs a new confirmation leads to the provider and back to the same place', async () => {
  const { page } = session;
  await page.goto(pages.at('/portal'));
  await page.getByRole('button', { name: 'New app' }).click();
  await page.getByLabel('Name').fill('Night Bus');
  await page.getByRole('button', { name: 'Create the app' }).click();
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  const place = page.url();
  // Response of the service to a token that is ten minutes old.
  const refuse = { code: 401, message: 'Confirm again.', details: { reason: 'insufficient_user_authentication' } };
  await page.route(/\/keys$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const headers = { 'access-control-allow-origin': new URL(place).origin, 'content-type': 'application/json' };
    return route.fulfill({ status: 401, headers, body: JSON.stringify(refuse) });
  });
  const asked = await runWithConfirmation(page, () => page.getByRole('button', { name: 'Issue a key' }).click());
  expect(asked.searchParams.get('max_age')).toBe('600');
  await page.waitForURL(place);
  await page.getByRole('button', { name: 'Issue a key' }).click();
  await page.getByText(/^ank_[0-9A-Z]{26}$/).waitFor();
});

test('host: a payment that needs a new confirmation leads to the provider, and continues with the same invoice', async () => {
  const { page } = session;
  await page.goto(pages.at('/host'));
  await page.getByRole('link', { name: 'Open Demo application' }).click();
  const app = page.frameLocator('iframe');
  await app.getByRole('button', { name: 'Buy 100 coins for 0.99 USDC' }).click();
  const sheet = page.getByRole('dialog', { name: 'Pay Demo application' });
  const invoice = await sheet.locator('code').last().innerText();
  // Response of the host's server to a token that is ten minutes old.
  const refuse = { error: 'Confirm again.', details: { reason: 'insufficient_user_authentication' } };
  await page.route(/\/host\/api\/payments$/, (route) => route.fulfill({ status: 401, json: refuse }));
  const asked = await runWithConfirmation(page, () => sheet.getByRole('button', { name: 'Pay', exact: true }).click());
  expect(asked.searchParams.get('max_age')).toBe('600');
  await sheet.getByText(invoice).waitFor();
  await page.reload();
  await sheet.getByText(invoice).waitFor();
  await sheet.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect.poll(() => sheet.count()).toBe(0);
});

test('portal: after signing out, a visit does not sign in automatically', async () => {
  const { page } = session;
  await page.goto(pages.at('/portal'));
  await signOut(page).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.evaluate('sessionStorage.clear()');
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(session.pageErrors).toEqual([]);
});

test('portal: after signing out, another person signs in on the same browser, with a key of their own', async () => {
  const { page } = session;
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/approve\//);
  await page.getByLabel('Name of the new passkey').fill('Guest');
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await signOut(page).waitFor();
  expect(session.pageErrors).toEqual([]);
});
