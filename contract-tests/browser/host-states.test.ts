import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createBackendClient } from '../../generated/backend/client.ts';
import { createNotificationsClient } from '../../generated/notifications/client.ts';
import { createSsoClient } from '../../generated/sso/client.ts';
import { bearerMiddleware } from '../../src/client/http/middleware.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type BrowserSession, checkPage, openBrowserSession, phone, signInWith } from '../fixtures/browser-session.ts';
import { openDemo, waitForDemo, openWebPages } from '../fixtures/web-pages.ts';
import { enrolOwner, finishSignIn, type Owner, startSignIn, urlOf } from '../fixtures/identity.ts';
import { expectFocus } from '../fixtures/keyboard.ts';
import { refuseConnections, holdRequests } from '../fixtures/chromium.ts';
import { hostProvider, type RunningPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

/** Page sizes: consents (contract) and payments (demo app). */
const consentsPerPage = 50;
const paymentsPerPage = 10;

const pages = useStarted(() => openWebPages(['sso', 'backend', 'notifications', 'web']));
let platform: RunningPlatform;
let browser: Browser;
let owner: Owner;
let session: BrowserSession;
beforeAll(async () => {
  ({ platform, browser, session } = pages);
  owner = await enrolOwner(platform);
  await session.page.goto(hostUrl());
});

const hostUrl = () => pages.at('/host');

/** Signs the user in as the web host does. @returns an access token */
async function accessToken(): Promise<string> {
  const sso = createSsoClient({ baseUrl: urlOf(platform, 'sso') });
  const signIn = await startSignIn(sso);
  await owner.decide(signIn.deepLink, 'approve');
  return (await finishSignIn(sso, signIn)).accessToken;
}

/** Pays an invoice as the signed-in page, without its payment sheet. @returns the status */
async function payDirectly(invoice: string): Promise<number> {
  const { page } = session;
  const token = String(await page.evaluate(`localStorage.getItem('platform-sso_host:platform-sso_access_token')`));
  const paid = await page.request.post(`${urlOf(platform, 'web')}/host/api/payments`, {
    data: { invoice },
    headers: { authorization: `Bearer ${token}` },
  });
  return paid.status();
}

test('host: a sign-in reports an unavailable provider, and works when it is back', async () => {
  const { page } = session;
  const restoreConnections = await refuseConnections(
    page,
    ({ pathname }) => pathname === '/.well-known/openid-configuration',
  );
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  await checkPage(page, 'host-provider-down-desktop');
  await restoreConnections();
  await signInWith(page, owner);
});

test('host: a declined or abandoned sign-in can be started again', async () => {
  const other = await openBrowserSession(browser, phone);
  const { page } = other;
  await page.goto(hostUrl());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/approve\//);
  await checkPage(page, 'host-asked-phone');
  await page.goBack();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/approve\//);
  await owner.decide(page.url(), 'reject');
  await page.getByText('The request was declined. Nothing was connected.').waitFor();
  await signInWith(page, owner);
  await other.close();
});

test('host: notification settings are paginated, and a failed change shows its error next to it', async () => {
  const { page } = session;
  const person = createNotificationsClient({
    baseUrl: urlOf(platform, 'notifications'),
    middleware: [bearerMiddleware(await tokenOnce())],
  });
  for (let made = 0; made <= consentsPerPage; made++) {
    const { appId } = unwrap(await person.createApp({ body: { name: `App ${made}` } }));
    unwrap(await person.setConsent({ path: { appId }, body: { status: 'granted' } }));
  }
  const asked = ({ pathname }: URL) => pathname === '/api/v1/host/consents';
  const held = await holdRequests(page, asked);
  await page.reload();
  await page.getByRole('status').filter({ hasText: 'Loading…' }).first().waitFor();
  await held.release();
  const switches = page.locator('.switches > li');
  await expect.poll(() => switches.count()).toBe(consentsPerPage);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => switches.count()).toBe(consentsPerPage + 1);

  const first = page.getByRole('switch', { name: `App ${consentsPerPage}`, exact: true });
  const restoreConnections = await refuseConnections(page, ({ pathname }) => pathname.endsWith('/consent'), 'PUT');
  await first.click();
  await page.getByText('The service cannot be reached.').waitFor();
  expect(await first.getAttribute('aria-checked')).toBe('true');
  await restoreConnections();
  await first.click();
  await expect.poll(() => first.getAttribute('aria-checked')).toBe('false');
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

const tokenOnce = async () => {
  const token = await accessToken();
  return () => token;
};

test('host: a broken push stream is indicated and reconnects automatically', async () => {
  const { page } = session;
  const asked = ({ pathname }: URL) => pathname === '/api/v1/host/pushes';
  const restoreConnections = await refuseConnections(page, asked);
  await page.reload();
  await page.getByText('connecting…').waitFor();
  await restoreConnections();
  await page.getByText('listening for notifications').waitFor();
});

test('host: an app is being opened until its page has loaded', async () => {
  const { page } = session;
  const held = await holdRequests(page, ({ pathname }) => pathname === '/mini-app');
  await page.getByRole('link', { name: 'Open Demo application' }).click();
  await page.locator('iframe').waitFor();
  const opening = page.getByText('Opening Demo application…');
  expect(await opening.count()).toBe(1);
  await held.release();
  await waitForDemo(page);
  await expect.poll(() => opening.count()).toBe(0);
  await page.getByRole('link', { name: 'Close', exact: true }).click();
});

test('mini app: an unavailable backend is reported in the frame, and the retry works', async () => {
  const { page } = session;
  const restoreConnections = await refuseConnections(page, ({ pathname }) => pathname === '/mini-app/backend/api/me');
  await page.getByRole('link', { name: 'Open Demo application' }).click();
  const app = page.frameLocator('iframe');
  await app.getByText('The service cannot be reached.').waitFor();
  await restoreConnections();
  await app.getByRole('button', { name: 'Try again' }).click();
  await app.getByText('You are customer').waitFor();
  await app.getByText('You have bought nothing yet.').waitFor();
});

test('host: the payment sheet waits for its invoice, and a failed payment charges nothing', async () => {
  const { page } = session;
  const app = page.frameLocator('iframe');
  const held = await holdRequests(page, ({ pathname }) => pathname.startsWith('/host/backend/api/invoices/'));
  await app.getByRole('button', { name: 'Buy 100 coins for 0.99 USDC' }).click();
  const sheet = page.getByRole('dialog', { name: 'Pay Demo application' });
  await sheet.getByText('Loading the invoice…').waitFor();
  expect(await sheet.getByRole('button', { name: 'Pay', exact: true }).isDisabled()).toBe(true);
  await held.release();
  await sheet.getByText('0.99 USDC').waitFor();

  const restoreConnections = await refuseConnections(page, ({ pathname }) => pathname === '/host/api/payments');
  await sheet.getByRole('button', { name: 'Pay', exact: true }).click();
  await sheet.getByText('The service cannot be reached.').waitFor();
  await restoreConnections();
  await sheet.getByRole('button', { name: 'Pay', exact: true }).click();
  await app.getByText('Paid. Thank you!').waitFor();
});

test('mini app: a long list of payments is paginated', async () => {
  const { page } = session;
  const backend = createBackendClient({
    baseUrl: urlOf(platform, 'backend'),
    middleware: [bearerMiddleware(await tokenOnce())],
  });
  for (let bought = 0; bought < paymentsPerPage; bought++) {
    const { invoice } = unwrap(await backend.createInvoice({ body: { productId: 'coins-100-usdc' } }));
    expect(await payDirectly(invoice)).toBe(200);
  }
  await page.getByRole('link', { name: 'Close', exact: true }).click();
  const app = await openDemo(page);
  const rows = app.getByRole('row', { name: /0\.99 USDC paid/ });
  await expect.poll(() => rows.count()).toBe(paymentsPerPage);
  await app.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows.count()).toBe(paymentsPerPage + 1);
  await expectFocus(rows.nth(paymentsPerPage));
});

test('host: an invoice that was paid elsewhere shows so after a failed attempt, and closing the sheet tells the app', async () => {
  const { page } = session;
  const app = page.frameLocator('iframe');
  await app.getByRole('button', { name: 'Buy 500 coins for 3.99 USDC' }).click();
  const sheet = page.getByRole('dialog', { name: 'Pay Demo application' });
  await sheet.getByText('3.99 USDC').waitFor();
  expect(await payDirectly(await sheet.locator('code').last().innerText())).toBe(200);
  const restoreConnections = await refuseConnections(page, ({ pathname }) => pathname === '/host/api/payments');
  await sheet.getByRole('button', { name: 'Pay', exact: true }).click();
  await sheet.getByText('This invoice is already paid.').waitFor();
  expect(await sheet.getByRole('button', { name: 'Pay', exact: true }).isDisabled()).toBe(true);
  await restoreConnections();
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await app.getByText('Paid. Thank you!').waitFor();
});

test('host: a further request of the app never replaces an open prompt or payment sheet', async () => {
  const { page } = session;
  const backend = createBackendClient({
    baseUrl: urlOf(platform, 'backend'),
    middleware: [bearerMiddleware(await tokenOnce())],
  });
  const cheap = unwrap(await backend.createInvoice({ body: { productId: 'coins-100-usdc' } }));
  const expensive = unwrap(await backend.createInvoice({ body: { productId: 'coins-500-usdc' } }));
  const app = page.frames().at(-1);
  const sendToHost = (name: string, payload: object) =>
    app?.evaluate(
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- an object of the host, no window
      (message) => Reflect.get(window, '__miniAppsBridge__').postMessage(message),
      JSON.stringify({ type: 'method', name, payload }),
    );
  await app?.evaluate(() => {
    const statuses: unknown[] = [];
    Reflect.set(window, 'statuses', statuses);
    window.addEventListener('message', ({ data }) => {
      const { reqId, status } = JSON.parse(data).payload;
      statuses.push(`${reqId}: ${status}`);
    });
  });
  const statuses = () => app?.evaluate(() => Reflect.get(window, 'statuses'));

  await sendToHost('payment:request', { ...cheap, reqId: 'cheap' });
  const sheet = page.getByRole('dialog');
  await sheet.getByText('0.99 USDC').waitFor();
  await sendToHost('payment:request', { ...expensive, reqId: 'expensive' });
  await sendToHost('notifications:permission.request', { reqId: 'prompt' });
  await expect.poll(statuses).toEqual(['expensive: cancelled', 'prompt: rate_limited']);
  expect(await sheet.count()).toBe(1);
  await sheet.getByText('0.99 USDC').waitFor();

  const held = await holdRequests(page, ({ pathname }) => pathname === '/host/api/payments');
  await sheet.getByRole('button', { name: 'Pay', exact: true }).click();
  await sendToHost('payment:request', { ...expensive, reqId: 'again' });
  await page.keyboard.press('Escape');
  await expect.poll(statuses).toContain('again: cancelled');
  await sheet.getByText('0.99 USDC').waitFor();
  await held.release();
  await expect.poll(statuses).toContain('cheap: paid');
  await expect.poll(() => sheet.count()).toBe(0);

  await sendToHost('payment:request', { ...expensive, reqId: 'cheap' });
  await sheet.getByText('3.99 USDC').waitFor();
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect
    .poll(statuses)
    .toEqual(['expensive: cancelled', 'prompt: rate_limited', 'again: cancelled', 'cheap: paid', 'cheap: cancelled']);
});

test('host: a session revoked elsewhere asks to sign in again', async () => {
  const { page } = session;
  // The push stream ends with the session, and would notice that before the reload.
  const held = await holdRequests(page, ({ pathname }) => pathname === '/oauth/token');
  unwrap(await owner.sso.revokeConnectedClient({ path: { clientId: hostProvider } }));
  // Simulates an expired access token.
  await page.evaluate(`localStorage.setItem('platform-sso_host:platform-sso_token_expiry', '0')`);
  await page.reload();
  await held.release();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.getByText('your session has ended. Sign in again').waitFor();
  await signInWith(page, owner);
  await waitForDemo(page);
  expect(session.pageErrors).toEqual([]);
});
