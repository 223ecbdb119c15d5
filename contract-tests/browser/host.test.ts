import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type BrowserSession, checkPage, openBrowserSession, phone, signInWith } from '../fixtures/browser-session.ts';
import { expectWebhook, notifyAndClose, openDemo, openWebPages } from '../fixtures/web-pages.ts';
import { enrolOwner, type Owner, urlOf } from '../fixtures/identity.ts';
import { createSsoClient } from '../../generated/sso/client.ts';
import { hostProvider, type RunningPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

const pages = useStarted(() =>
  openWebPages(['sso', 'backend', 'notifications', 'web'], {
    // The demo's server receives webhooks on this machine.
    env: { WEBHOOK_ALLOW_TARGETS: '127.0.0.0/8,::1/128' },
  }),
);
let platform: RunningPlatform;
let browser: Browser;
let owner: Owner;
let session: BrowserSession;
beforeAll(async () => {
  ({ platform, browser, session } = pages);
  owner = await enrolOwner(platform);
});

const hostUrl = () => pages.at('/host');

test('host: a user signs in and opens the demo app, which receives their identity', async () => {
  const { page } = session;
  await page.goto(hostUrl());
  await checkPage(page, 'host-sign-in-desktop');
  await signInWith(page, owner);
  await page.getByText('listening for notifications').waitFor();
  await page.getByText('No app has asked for permission yet.').waitFor();
  await checkPage(page, 'host-home-desktop');
  await openDemo(page);
  await checkPage(page, 'host-app-desktop');
});

test('host: the frame of a mini app can access neither the host nor its storage', async () => {
  const inside = session.page.frames().at(-1);
  const refused = await inside?.evaluate(`(() => {
    const tries = [() => window.sessionStorage.length, () => window.parent.document.title, () => window.name];
    return tries.map((one) => { try { return String(one()); } catch (error) { return error.name; } });
  })()`);
  expect(refused).toEqual(['SecurityError', 'SecurityError', '']);
});

test('host: the permission prompt is shown at most three times a day', async () => {
  const { page } = session;
  const app = page.frameLocator('iframe');
  for (let round = 1; round <= 2; round++) {
    await app.getByRole('button', { name: 'Allow notifications' }).click();
    const prompt = page.getByRole('dialog', { name: 'Allow Demo application to notify you?' });
    await prompt.waitFor();
    if (round === 1) await checkPage(page, 'host-prompt-desktop');
    if (round === 1) await page.keyboard.press('Escape');
    else await prompt.getByRole('button', { name: 'Not now' }).click();
    await prompt.waitFor({ state: 'detached' });
    await app.getByText('You declined notifications.').waitFor();
  }
  await app.getByRole('button', { name: 'Allow notifications' }).click();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await app.getByText('You allowed notifications.').waitFor();

  await page.getByRole('link', { name: 'Close', exact: true }).click();
  const allowed = page.getByRole('switch', { name: 'Demo application' });
  await allowed.click();
  await expect.poll(() => allowed.getAttribute('aria-checked')).toBe('false');
  const again = await openDemo(page);
  await again.getByRole('button', { name: 'Allow notifications' }).click();
  await again.getByText('You were asked three times today').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);

  await page.getByRole('link', { name: 'Close', exact: true }).click();
  await allowed.click();
  await expect.poll(() => allowed.getAttribute('aria-checked')).toBe('true');
  await checkPage(page, 'host-settings-desktop');
});

test('host: a tap on a notification opens the closed app with its start parameter', async () => {
  const { page } = session;
  const app = await openDemo(page);
  await notifyAndClose(page, app);
  const push = page.getByRole('button', { name: /^Demo application.*Your order \d+ is ready/ });
  await push.waitFor();
  const [order] = /\d{6}/.exec(await push.innerText()) ?? [];
  await checkPage(page, 'host-push-desktop');
  await push.click();
  const opened = page.frameLocator('iframe');
  await opened.getByText(`order=${order}`).waitFor();
  await expectWebhook(opened, 'delivered');
  await expectWebhook(opened, 'clicked');
  await checkPage(page, 'host-tapped-desktop');
});

test('host: a product bought in the payment sheet appears among the payments', async () => {
  const { page } = session;
  const app = page.frameLocator('iframe');
  await app.getByRole('button', { name: 'Buy 100 coins for 0.99 USDC' }).click();
  const sheet = page.getByRole('dialog', { name: 'Pay Demo application' });
  await sheet.getByText('0.99 USDC').waitFor();
  await checkPage(page, 'host-pay-desktop');
  await sheet.getByRole('button', { name: 'Pay', exact: true }).click();
  await app.getByText('Paid. Thank you!').waitFor();
  await app.getByRole('row', { name: /0\.99 USDC paid/ }).waitFor();

  await app.getByRole('button', { name: 'Buy 500 coins for 3.99 USDC' }).click();
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await app.getByText('You cancelled the payment.').waitFor();
});

test('host: a notification of the open app shows no banner', async () => {
  const other = await openBrowserSession(browser, phone);
  const { page } = other;
  await page.goto(hostUrl());
  await signInWith(page, await enrolOwner(platform));
  await page.getByText('listening for notifications').waitFor();
  await checkPage(page, 'host-home-phone');
  const app = await openDemo(page);
  await checkPage(page, 'host-app-phone');
  await app.getByRole('button', { name: 'Allow notifications' }).click();
  await page.getByRole('dialog').waitFor();
  await checkPage(page, 'host-prompt-phone');
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await app.getByText('You allowed notifications.').waitFor();
  await app.getByRole('button', { name: 'Notify me now' }).click();
  await app.getByText('2 notifications left within 24 hours; the next one is possible in 60 minutes.').waitFor();
  await expectWebhook(app, 'suppressed_user_in_app');
  expect(await page.locator('.push').count()).toBe(0);
  await app.getByRole('button', { name: 'Notify me now' }).click();
  await app.getByRole('alert').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);

  const refreshToken = String(
    await page.evaluate(`localStorage.getItem('platform-sso_host:platform-sso_refresh_token')`),
  );
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  // Tokens that were copied from this browser no longer work.
  const refreshed = await createSsoClient({ baseUrl: urlOf(platform, 'sso') }).exchangeToken({
    body: { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: hostProvider },
  });
  expect([refreshed.status, refreshed.body]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })]);
  expect(other.pageErrors).toEqual([]);
  await other.close();
});

test('mini app: outside a host it signs the user in itself and explains what needs a host', async () => {
  const alone = await openBrowserSession(browser);
  await alone.page.goto(pages.at('/mini-app'));
  await signInWith(alone.page, owner);
  await alone.page.getByText('Paying needs a host.').waitFor();
  await alone.page.getByRole('row', { name: /0\.99 USDC paid/ }).waitFor();
  await checkPage(alone.page, 'mini-app-desktop');
  expect(alone.pageErrors).toEqual([]);
  await alone.close();
});

test('host: no script error occurred, and only the platform was contacted', () => {
  expect(session.pageErrors).toEqual([]);
  const platformOrigins = ['web', 'sso', 'notifications', 'backend'].map((name) => urlOf(platform, name));
  expect([...session.requestedOrigins].filter((origin) => !platformOrigins.includes(origin))).toEqual([]);
});
