import { beforeAll, expect, test } from 'vitest';
import type { NotificationsClient } from '../../generated/notifications/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type BrowserSession, checkPage } from '../fixtures/browser-session.ts';
import { startReceiver } from '../fixtures/client/receiver.ts';
import { bindAgent, enrolOwner, type Owner } from '../fixtures/identity.ts';
import { openSignedInPortal, portalClient } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';

const sizes = [
  { name: 'desktop', width: 1280, height: 900 },
  { name: 'phone', width: 390, height: 844 },
] as const;

const signedIn = useStarted(openSignedInPortal);
let owner: Owner;
const receiver = useStarted(startReceiver);
let session: BrowserSession;
let portal: NotificationsClient;
beforeAll(async () => {
  ({ owner, session, portal } = signedIn);
});

const at = (appId: string, section: string) => signedIn.at(appId, section);
const newApp = (name: string) => signedIn.newApp(name);
const deliveryStates = async (appId: string) =>
  unwrap(await portal.listDeliveries({ path: { appId } })).deliveries.map(({ state }) => state);

test.each(sizes)('portal settings, $name: rename, share, delete and restore an app', async ({ name, ...size }) => {
  const { page } = session;
  await page.setViewportSize(size);
  const appId = await newApp('Coffee Corner');
  await page.goto(at(appId, 'settings'));
  await page.getByLabel('Name').fill('Tea Corner');
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tea Corner' }).waitFor();

  const colleague = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
  await page.getByLabel('Id of the person').fill(colleague);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const remove = page.getByRole('button', { name: 'Remove 0a1b2c3d…' });
  await remove.waitFor();
  await checkPage(page, `portal-app-settings-${name}`);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.width);
  await remove.click();
  await page.getByText('API keys that they made stop working in 24 hours').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await remove.waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Delete the app' }).click();
  await page.getByRole('button', { name: 'Delete it' }).click();
  await page.getByRole('heading', { name: 'Your apps' }).waitFor();
  await page.getByText('Deleted apps').click();
  await checkPage(page, `portal-deleted-apps-${name}`);
  await page.getByRole('button', { name: 'Restore Tea Corner' }).first().click();
  await expect.poll(async () => (await portal.getApp({ path: { appId } })).status).toBe(200);
  await page.locator('.tiles').getByRole('link', { name: 'Tea Corner' }).first().waitFor();
});

test('portal members: people have names once they opened the app, and ids stand under Details', async () => {
  const { page } = session;
  await page.setViewportSize(sizes[0]);
  unwrap(await owner.sso.updateOwnerProfile({ body: { displayName: 'Ada Lovelace' } }));
  const appId = await newApp('Names');
  const colleague = await bindAgent(signedIn.platform());
  const { sub } = colleague.owner;
  unwrap(await portal.setMember({ path: { appId, sub }, body: { role: 'developer' } }));
  // The name is a claim of the next id_token.
  await page.evaluate(`localStorage.setItem('platform-sso_token_expiry', '0')`);
  await page.goto(at(appId, 'settings'));
  const rows = page.locator('.members li');
  await rows.filter({ hasText: 'Ada Lovelace' }).getByText('you', { exact: true }).waitFor();
  const unnamed = rows.filter({ hasText: 'Unnamed person' });
  await unnamed.waitFor();
  expect(await unnamed.getByText(sub).isVisible()).toBe(false);
  await unnamed.getByText('Details').click();
  expect(await unnamed.getByText(sub).isVisible()).toBe(true);

  const name = `<i>${'ע'.repeat(57)}</i>`;
  unwrap(await portalClient(signedIn.platform(), colleague).setMemberProfile({ path: { appId }, body: { name } }));
  await page.setViewportSize(sizes[1]);
  await page.goto(at(appId, 'settings'));
  await rows.locator('bdi').getByText(name).waitFor();
  await checkPage(page, 'portal-member-names-phone');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(sizes[1].width);
  const isKnown = async () =>
    unwrap(await portal.getMembers({ path: { appId } })).members.some((member) => member.name === 'Ada Lovelace');
  await expect.poll(isKnown).toBe(true);
});

test.each(sizes)('portal deliveries, $name: filters are in the address, and a delivery has its own', async (size) => {
  const { page } = session;
  await page.setViewportSize(size);
  const appId = await newApp('Deliveries');
  unwrap(await portal.setWebhook({ path: { appId }, body: { url: receiver.url } }));
  const sender = await signedIn.newSender(appId, 'test');
  const before = receiver.received.length;
  const body = { sessionAddress: owner.sub, body: 'Hello', test: 'clicked' };
  const { notificationId } = unwrap(await sender.sendNotification({ body }));
  await expect.poll(() => deliveryStates(appId)).toEqual(['delivered', 'delivered']);

  await page.goto(at(appId, 'deliveries'));
  await page.getByText('More filters').click();
  await page.getByLabel('Event', { exact: true }).selectOption('clicked');
  await page.getByLabel('Notification', { exact: true }).fill(notificationId);
  await expect.poll(() => page.url()).toContain(`?event=clicked&notification=${notificationId}`);
  await page.reload();
  await expect.poll(() => page.locator('.deliveries tbody tr').count()).toBe(1);
  await page.locator('.deliveries').getByText('Notification clicked').waitFor();
  await page.locator('.deliveries').getByText('Received').waitFor();
  await checkPage(page, `portal-delivery-filters-${size.name}`);

  await page.getByRole('link', { name: /^Open the delivery/ }).click();
  await page.getByRole('heading', { level: 2, name: 'Notification clicked' }).waitFor();
  const address = page.url();
  expect(address).toMatch(/\/deliveries\/[0-9a-f-]{36}$/);
  await page.goto(address);
  await page.getByText('"status": "clicked"').waitFor();
  await checkPage(page, `portal-delivery-${size.name}`);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.width);
  await page.getByRole('button', { name: 'Deliver again' }).click();
  await receiver.until(before + 3);
  await page.getByText('Webhook received after 2 attempts').waitFor();
  await page.goBack();
});

test('portal deliveries: they are filtered by response and time in the address, and selected ones are delivered again', async () => {
  const { page } = session;
  await page.setViewportSize(sizes[0]);
  const appId = await newApp('Selection');
  unwrap(await portal.setWebhook({ path: { appId }, body: { url: receiver.url } }));
  const sender = await signedIn.newSender(appId, 'test');
  const before = receiver.received.length;
  for (let count = 0; count < 3; count += 1)
    unwrap(await sender.sendNotification({ body: { sessionAddress: owner.sub, body: 'Hello', test: 'delivered' } }));
  await expect.poll(() => deliveryStates(appId)).toEqual(['delivered', 'delivered', 'delivered']);
  const entries = page.locator('.deliveries tbody tr');

  await page.goto(at(appId, 'deliveries?response=5xx'));
  await page.getByText('No event matches the filters.').waitFor();
  await page.getByLabel('Response', { exact: true }).fill('2xx');
  await expect.poll(() => page.url()).toContain('?response=2xx');
  await expect.poll(() => entries.count()).toBe(3);
  await page.getByLabel('To', { exact: true }).fill('2020-01-01T00:00');
  await page.getByText('No event matches the filters.').waitFor();
  expect(page.url()).toMatch(/&to=20(19|20)-/);
  await page.reload();
  expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe('2020-01-01T00:00');
  await page.getByLabel('To', { exact: true }).fill('');

  await page.getByRole('button', { name: 'Select all 3' }).click();
  await entries.last().getByRole('checkbox').uncheck();
  await checkPage(page, 'portal-delivery-selection');
  await page.getByRole('button', { name: 'Deliver 2 again' }).click();
  await page.getByText('2 events are on the way again.').waitFor();
  await receiver.until(before + 5);
});

test('portal webhook: the next key is announced and signs, and a secret is created and removed', async () => {
  const { page } = session;
  await page.setViewportSize(sizes[0]);
  const appId = await newApp('Signing');
  unwrap(await portal.setWebhook({ path: { appId }, body: { url: receiver.url } }));
  await page.goto(at(appId, 'webhook'));
  await page.getByRole('button', { name: 'Announce the next key' }).click();
  const next = await page.getByText(/^[0-9a-f]{64}$/).innerText();
  await page.getByRole('button', { name: 'Create a secret' }).click();
  await page.getByText(/^whsec_/).waitFor();
  await checkPage(page, 'portal-signing-desktop');
  await page.getByRole('button', { name: 'Let it sign now' }).click();
  await page.getByText('This key signs now:').waitFor();
  expect(await page.getByText(/^[0-9a-f]{64}$/).innerText()).toBe(next);
  await page.getByRole('button', { name: 'Remove the secret' }).click();
  await page.getByText('Receivers that verify with it reject every event from now on.').waitFor();
  await checkPage(page, 'portal-remove-secret-desktop');
  await page.getByRole('button', { name: 'Remove it' }).click();
  await page.getByRole('button', { name: 'Create a secret' }).waitFor();
  expect(unwrap(await portal.getWebhook({ path: { appId } }))).toMatchObject({ hasSecret: false });
});

test('portal keys: a labelled key of the test environment is listed as such', async () => {
  const { page } = session;
  const appId = await newApp('Keys');
  await page.goto(at(appId, 'keys'));
  await page.getByText('Label, scopes and environment').click();
  await page.getByLabel('Label').fill('Nightly tests');
  await page.getByLabel('Allows').selectOption('send');
  await page.getByLabel('Environment').selectOption('test');
  await checkPage(page, 'portal-key-grants-desktop');
  await page.getByRole('button', { name: 'Issue a key' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Nightly tests' });
  await row.getByText('send only').waitFor();
  await row.getByText('test', { exact: true }).waitFor();
  expect(session.pageErrors).toEqual([]);
});

test('portal: the title of the tab names the page, also after going back and after a reload', async () => {
  const { page } = session;
  const appId = await newApp('Titled');
  await page.goto(at(appId, 'keys'));
  const expectTitle = (title: string) => expect.poll(() => page.title()).toBe(title);
  await expectTitle('API keys · Titled · Developer portal');
  await page.getByRole('link', { name: 'Deliveries' }).click();
  await expectTitle('Deliveries · Titled · Developer portal');
  await page.goBack();
  await expectTitle('API keys · Titled · Developer portal');
  await page.reload();
  await expectTitle('API keys · Titled · Developer portal');
  await page.getByRole('link', { name: 'Your apps' }).click();
  await expectTitle('Your apps · Developer portal');
});

test('portal activity: what a colleague did is shown on every page of the app until it was seen', async () => {
  const { page } = session;
  await page.setViewportSize(sizes[0]);
  const appId = await newApp('Shared');
  const platform = signedIn.platform();
  const colleague = await enrolOwner(platform);
  unwrap(await portal.setMember({ path: { appId, sub: colleague.sub }, body: { role: 'developer' } }));
  const theirs = portalClient(platform, await bindAgent(platform, { owner: colleague }));
  const { keyId } = unwrap(await theirs.createApiKey({ path: { appId } }));

  await page.goto(at(appId, 'keys'));
  await page.getByText('Other members changed this app since you looked.').waitFor();
  await checkPage(page, 'portal-changes-desktop');
  await page.getByRole('link', { name: 'See what is new' }).click();
  const entry = page.getByRole('listitem').filter({ hasText: 'Issued an API key' });
  await entry.getByText('new', { exact: true }).waitFor();
  // Who has no name is told apart by the start of the id.
  const shown = `${colleague.sub.slice(0, 8)}…`;
  await entry.getByText(shown).waitFor();
  await page.getByText(`Made ${shown} a developer`).waitFor();
  await checkPage(page, 'portal-activity-desktop');
  const newCount = async () => unwrap(await portal.listAppActivity({ path: { appId } })).newCount;
  await expect.poll(newCount).toBe(0);
  await page.reload();
  await entry.waitFor();
  expect(await page.getByText('new', { exact: true }).count()).toBe(0);
  await page.goto(at(appId, 'keys'));
  await page.getByRole('button', { name: /^Revoke / }).waitFor();
  expect(await page.getByText('Other members changed this app').count()).toBe(0);

  unwrap(await portal.deleteMember({ path: { appId, sub: colleague.sub } }));
  await page.reload();
  await page.getByText('A member who made a key has left, and knows it.').waitFor();
  await page.getByRole('button', { name: /^Keep / }).click();
  await page.getByText('A member who made a key has left').waitFor({ state: 'hidden' });
  const { keys } = unwrap(await portal.listApiKeys({ path: { appId } }));
  expect(keys.find((key) => key.keyId === keyId)).toMatchObject({ createdBy: owner.sub, expiresAt: null });
});
