import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { signInWith } from '../fixtures/browser-session.ts';
import { startReceiver } from '../fixtures/client/receiver.ts';
import { openDemo, waitForDemo, openSignedInPortal } from '../fixtures/web-pages.ts';
import { urlOf } from '../fixtures/identity.ts';
import { holdRequests } from '../fixtures/chromium.ts';
import { hostProvider } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

const signedIn = useStarted(() => openSignedInPortal(['sso', 'backend', 'notifications', 'web']));
const receiver = useStarted(startReceiver);
/** Two tabs of one browser. */
let first: Page;
let second: Page;
beforeAll(async () => {
  first = signedIn.session.page;
  second = await signedIn.session.context.newPage();
  second.on('pageerror', (error) => {
    throw error;
  });
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const signedOut = (page: Page) =>
  page.getByText('You signed out, or your session has ended. Sign in again to continue where you were.').waitFor();
const openBoth = (url: string) => Promise.all([first.goto(url), second.goto(url)]);

test('two tabs, portal: after signing out in one tab the other asks to sign in, keeps what was typed, and sends it once', async () => {
  await openBoth(signedIn.home());
  await button(second, 'New app').click();
  await second.getByLabel('Name').fill('Tea Corner');
  await button(first, 'Sign out').click();
  await signedOut(second);
  await signInWith(second, signedIn.owner);
  await expect.poll(() => second.getByLabel('Name').inputValue()).toBe('Tea Corner');
  await button(second, 'Create the app').click();
  await second.getByRole('heading', { name: 'API keys' }).waitFor();
  // All tabs of the browser share the new session.
  await first.getByRole('heading', { name: 'Your apps' }).waitFor();
  const { apps } = unwrap(await signedIn.portal.listApps({ query: {} }));
  expect(apps.map(({ name }) => name)).toEqual(['Tea Corner']);
});

test('two tabs, portal: what one tab has revoked or removed is gone in the other too, without an error', async () => {
  const appId = await signedIn.newApp('Shared');
  const colleague = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
  await signedIn.newSender(appId);
  unwrap(await signedIn.portal.setWebhook({ path: { appId }, body: { url: receiver.url } }));
  unwrap(await signedIn.portal.setMember({ path: { appId, sub: colleague }, body: { role: 'developer' } }));

  await openBoth(signedIn.at(appId, 'keys'));
  for (const page of [first, second]) await page.getByRole('button', { name: /^Revoke ank_/ }).waitFor();
  for (const page of [first, second]) {
    await page.getByRole('button', { name: /^Revoke ank_/ }).click();
    await button(page, 'Revoke it').click();
    await page.getByText('No key yet.').waitFor();
  }
  await openBoth(signedIn.at(appId, 'webhook'));
  for (const page of [first, second]) await button(page, 'Remove').waitFor();
  for (const page of [first, second]) {
    await button(page, 'Remove').click();
    await button(page, 'Remove it').click();
    await page.getByRole('heading', { name: 'Register a webhook' }).waitFor();
  }
  await openBoth(signedIn.at(appId, 'settings'));
  // Who has no name is told apart by the start of the id.
  const remove = `Remove ${colleague.slice(0, 8)}…`;
  for (const page of [first, second]) await button(page, remove).waitFor();
  for (const page of [first, second]) {
    await button(page, remove).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await button(page, remove).waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
  }
});

test('two tabs, portal: of two renamings the later one counts, and a reload shows it', async () => {
  const appId = await signedIn.newApp('Before');
  await openBoth(signedIn.at(appId, 'settings'));
  for (const [page, name] of [
    [first, 'First'],
    [second, 'Second'],
  ] as const) {
    await page.getByLabel('Name').fill(name);
    await button(page, 'Rename').click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  }
  await first.reload();
  await first.getByRole('heading', { level: 1, name: 'Second' }).waitFor();
  expect(await first.getByLabel('Name').inputValue()).toBe('Second');
});

const sections = ['Overview', 'API keys', 'Webhook', 'Deliveries', 'Playground', 'Settings'];

test('portal: every page has an address that a reload and another tab open, and going back passes all of them', async () => {
  const appId = await signedIn.newApp('Places');
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
  await first.goto(signedIn.at(appId, 'overview'));
  for (const name of sections) {
    await first.getByRole('link', { name, exact: true }).click();
    await heading(first, name);
    await second.goto(first.url());
    await heading(second, name);
    await first.reload();
    await heading(first, name);
  }
  for (const name of sections.toReversed()) {
    await heading(first, name);
    await first.goBack();
  }
});

const hostUrl = () => `${urlOf(signedIn.platform(), 'web')}/host`;

/** Opens the payment sheet of the demo. @returns the sheet */
async function openSheet(page: Page) {
  const app = await openDemo(page);
  await app.getByRole('button', { name: 'Buy 100 coins for 0.99 USDC' }).click();
  const sheet = page.getByRole('dialog', { name: 'Pay Demo application' });
  await sheet.getByText('0.99 USDC').waitFor();
  return sheet;
}

test('two tabs, host: after signing out in one tab an open payment sheet of the other closes, and nothing is paid', async () => {
  await first.goto(hostUrl());
  await signInWith(first, signedIn.owner);
  await second.goto(hostUrl());
  const paid = watchPayments(second);
  await openSheet(second);
  await button(first, 'Sign out').click();
  await signedOut(second);
  expect(await second.getByRole('dialog').count()).toBe(0);
  await signInWith(second, signedIn.owner);
  await first.getByText('listening for notifications').waitFor();
  const app = await waitForDemo(second);
  await app.getByText('You have bought nothing yet.').waitFor();
  expect(paid).toEqual([]);
});

test('host: a session that ends in the payment sheet asks to sign in, and then pays the same invoice once', async () => {
  await second.goto(hostUrl());
  const paid = watchPayments(second);
  const sheet = await openSheet(second);
  const invoice = await sheet.locator('code').last().innerText();
  await endHostSessionBefore(() => sheet.getByRole('button', { name: 'Pay', exact: true }).click());
  await signedOut(second);
  await signInWith(second, signedIn.owner);
  await sheet.getByText(invoice).waitFor();
  await sheet.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect.poll(() => sheet.count()).toBe(0);
  expect(paid.filter((status) => status === 200)).toEqual([200]);
  await second.getByRole('link', { name: 'Close', exact: true }).click();
  await (await openDemo(second)).getByRole('row', { name: /0\.99 USDC paid/ }).waitFor();
});

test('host: a session that ends in the permission prompt asks to sign in, and nothing was allowed', async () => {
  await second.goto(hostUrl());
  const app = await openDemo(second);
  await app.getByRole('button', { name: 'Allow notifications' }).click();
  await button(second, 'Allow').waitFor();
  await endHostSessionBefore(() => button(second, 'Allow').click());
  await signedOut(second);
  await signInWith(second, signedIn.owner);
  await second.goto(hostUrl());
  await second.getByText('No app has asked for permission yet.').waitFor();
  expect(signedIn.session.pageErrors).toEqual([]);
});

/** Records the status of every payment that a page sends. */
function watchPayments(page: Page): number[] {
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/host/api/payments')) statuses.push(response.status());
  });
  return statuses;
}

/**
 * Ends the session as the owner does on another device, when the access token of the page has expired. The push streams
 * of the tabs end with it, and would notice that before the action.
 */
async function endHostSessionBefore(action: () => Promise<void>): Promise<void> {
  const held = await holdRequests(signedIn.session.context, ({ pathname }) => pathname === '/oauth/token');
  unwrap(await signedIn.owner.sso.revokeConnectedClient({ path: { clientId: hostProvider } }));
  await second.evaluate(`localStorage.setItem('platform-sso_host:platform-sso_token_expiry', '0')`);
  await action();
  await held.release();
}
