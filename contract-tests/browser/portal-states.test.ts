import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { NotificationsClient } from '../../generated/notifications/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { openDatabase } from '../../src/runtime/database/database.ts';
import { type BrowserSession, checkPage, signInWith } from '../fixtures/browser-session.ts';
import type { Owner } from '../fixtures/identity.ts';
import { expectFocus } from '../fixtures/keyboard.ts';
import { refuseConnections, holdRequests } from '../fixtures/chromium.ts';
import { openSignedInPortal } from '../fixtures/web-pages.ts';
import { startReceiver } from '../fixtures/client/receiver.ts';
import { useStarted } from '../fixtures/use-started.ts';

/** Page size (contract, Limit). */
const pageSize = 50;

const signedIn = useStarted(openSignedInPortal);
let owner: Owner;
const receiver = useStarted(startReceiver);
let session: BrowserSession;
let appId: string;
let sender: NotificationsClient;
beforeAll(async () => {
  ({ owner, session } = signedIn);
  for (let made = 0; made < pageSize; made++) await signedIn.newApp(`App ${made}`);
  appId = await signedIn.newApp('Coffee Corner');
  unwrap(await signedIn.portal.setWebhook({ path: { appId }, body: { url: receiver.url } }));
  sender = await signedIn.newSender(appId);
});

const sendTest = async () =>
  unwrap(await sender.sendNotification({ body: { sessionAddress: owner.sub, body: 'Hello', test: 'delivered' } }));

const openSection = (page: Page, section: string) => page.goto(signedIn.at(appId, section));

test('portal: a long list of apps is paginated', async () => {
  const { page } = session;
  await page.goto(signedIn.home());
  const apps = page.locator('.tiles > li');
  await expect.poll(() => apps.count()).toBe(pageSize);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => apps.count()).toBe(pageSize + 1);
  await expect.poll(() => page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  await expectFocus(apps.nth(pageSize));
  await page.keyboard.press('Tab');
  await expectFocus(apps.nth(pageSize).getByRole('link'));
});

test('portal: a long delivery log is paginated', async () => {
  const { page } = session;
  for (let sent = 0; sent <= pageSize; sent++) await sendTest();
  await receiver.until(pageSize + 1);
  await openSection(page, 'deliveries');
  const deliveries = page.locator('.deliveries tbody tr');
  await expect.poll(() => deliveries.count()).toBe(pageSize);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => deliveries.count()).toBe(pageSize + 1);
  await expectFocus(deliveries.nth(pageSize));
});

/** The operation that each page reads, and the text that it shows. */
const reads = [
  { place: 'the apps', path: '/portal', api: '/apps', shows: 'Your apps' },
  { place: 'an app', path: 'overview', api: '/apps/{appId}', shows: 'Coffee Corner' },
  { place: 'usage', path: 'usage', api: '/usage', shows: 'No notifications were sent in this period.' },
  { place: 'keys', path: 'keys', api: '/keys', shows: /^ank_....…/ },
  { place: 'webhook', path: 'webhook', api: '/webhook', shows: 'Change the address' },
  { place: 'deliveries', path: 'deliveries', api: '/deliveries', shows: 'Notification delivered' },
] as const;

test.each(reads)(
  'portal, $place: loading is indicated, an unavailable service is reported, and the retry works',
  async (read) => {
    const { page } = session;
    const endOf = read.api.replace('{appId}', appId);
    const asked = ({ pathname }: URL) => pathname.startsWith('/api/v1/portal/') && pathname.endsWith(endOf);
    const open = () => (read.path === '/portal' ? page.goto(signedIn.home()) : openSection(page, read.path));

    const held = await holdRequests(page, asked);
    await open();
    await page.getByRole('status').filter({ hasText: 'Loading…' }).waitFor();
    await held.release();
    await page.getByText(read.shows).filter({ visible: true }).first().waitFor();
    await expect.poll(() => page.locator('.spinner').count()).toBe(0);

    const restoreConnections = await refuseConnections(page, asked);
    await open();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain('The service cannot be reached.');
    await restoreConnections();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(read.shows).filter({ visible: true }).first().waitFor();
    await expect.poll(() => alert.count()).toBe(0);
  },
);

test('portal: a failed action shows its error next to it', async () => {
  const { page } = session;
  await openSection(page, 'keys');
  const restoreConnections = await refuseConnections(page, ({ pathname }) => pathname.endsWith('/keys'), 'POST');
  await page.getByRole('button', { name: 'Rotate: issue a new key' }).click();
  await page.getByText('The service cannot be reached.').waitFor();
  await checkPage(page, 'portal-error-desktop');
  await restoreConnections();
  await page.getByRole('button', { name: 'Rotate: issue a new key' }).click();
  await page.getByText(/^ank_[0-9A-Z]{26}$/).waitFor();
});

test('portal: an unknown address shows "Page not found"', async () => {
  const { page } = session;
  await openSection(page, 'made-up');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await checkPage(page, 'portal-nowhere-desktop');
});

test('portal: resuming a paused webhook delivers the waiting events', async () => {
  const { page } = session;
  await signedIn.restart(pauseWebhook);

  await openSection(page, 'webhook');
  await page.getByText(/Paused since .* every delivery failed for 5 days/).waitFor();
  expect(await page.getByRole('button', { name: 'Send a test event' }).isDisabled()).toBe(true);
  await checkPage(page, 'portal-paused-desktop');
  const before = receiver.received.length;
  const { notificationId } = await sendTest();

  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('active', { exact: true }).waitFor();
  await expect.poll(() => page.getByText('Paused since').count()).toBe(0);
  const waited = (await receiver.until(before + 1)).at(-1);
  expect(JSON.parse(waited?.body.toString() ?? '')).toMatchObject({ notificationId, status: 'delivered' });
});

/** Pauses a webhook in the database, because the service does so only after five days of failures. */
async function pauseWebhook(): Promise<void> {
  const { dataDir, env } = signedIn.platform();
  const database = await openDatabase({ databaseUrl: env['DATABASE_URL'], dataDir });
  const db = database.as<{ 'notifications.webhooks': { app_id: string; paused_at: Date; failing_since: Date } }>();
  await db
    .updateTable('notifications.webhooks')
    .set({ paused_at: new Date(), failing_since: new Date(Date.now() - 5 * 86_400_000) })
    .where('app_id', '=', appId)
    .execute();
  await database.close();
}

test('portal: a session revoked elsewhere asks to sign in again and keeps the page', async () => {
  const { page } = session;
  await openSection(page, 'keys');
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  await signedIn.endSession();
  await page.getByRole('link', { name: 'Webhook' }).click();
  await page.getByText('your session has ended. Sign in again to continue where you were.').waitFor();
  await checkPage(page, 'portal-ended-desktop');
  await signInWith(page, owner);
  await page.getByText('Change the address').waitFor();
  expect(session.pageErrors).toEqual([]);
});
