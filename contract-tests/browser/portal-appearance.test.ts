import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { checkState, expectNoMotion } from '../fixtures/browser-session.ts';
import { startReceiver } from '../fixtures/client/receiver.ts';
import { holdRequests, refuseConnections } from '../fixtures/chromium.ts';
import { openSignedInPortal } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';

/** The longest name of an app, without a place to break. */
const longName = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenversandhaus'.padEnd(64, '!');

const signedIn = useStarted(openSignedInPortal);
const receiver = useStarted(() => startReceiver(() => ({ status: 410, body: 'gone '.repeat(200) })));
let page: Page;
let appId: string;
beforeAll(async () => {
  ({ page } = signedIn.session);
  const { portal } = signedIn;
  appId = await signedIn.newApp(longName);
  const url = `${receiver.url}/${'hook'.repeat(400)}`;
  unwrap(await portal.setWebhook({ path: { appId }, body: { url } }));
  const sub = 'f'.repeat(32);
  unwrap(await portal.setMember({ path: { appId, sub }, body: { role: 'developer' } }));
  const { key } = unwrap(
    await portal.createApiKey({ path: { appId }, body: { label: longName, environment: 'test' } }),
  );
  expect(key).toMatch(/^ank_/);
  unwrap(await portal.testWebhook({ path: { appId } }));
  await receiver.until(1);
});

const open = (section: string) => page.goto(signedIn.at(appId, section));
const button = (name: string | RegExp) => page.getByRole('button', { name });
const unreachable = 'The service cannot be reached.';

test('portal appearance: long names, labels, addresses and responses fit on a phone and at 200 % zoom', async () => {
  await page.goto(signedIn.home());
  await page.getByRole('link', { name: longName }).waitFor();
  await checkState(page, 'portal-long-apps');
  await expectNoMotion(page, 'apps');
  await open('keys');
  await page.getByRole('row').filter({ hasText: longName }).waitFor();
  await checkState(page, 'portal-long-keys');
  await open('webhook');
  await page.getByRole('heading', { name: 'Change the address' }).waitFor();
  await checkState(page, 'portal-long-webhook');
  await open('deliveries');
  await page.getByText('Recover after an outage').click();
  await page.getByText('More filters').click();
  await page.locator('.deliveries .toggle').click();
  await page.getByLabel('Payload').waitFor();
  await checkState(page, 'portal-long-delivery');
  await open('settings');
  await button(/^Remove ffff/).waitFor();
  await checkState(page, 'portal-long-settings');
});

/** Dialogs, and the request that each of them sends. */
const dialogs = [
  { name: 'new app', section: undefined, open: 'New app', send: 'Create the app', api: '/apps', type: longName },
  { name: 'revoke a key', section: 'keys', open: /^Revoke ank_/, send: 'Revoke it', api: '/keys/' },
  { name: 'rotate a key', section: 'webhook', open: 'Rotate the key', send: 'Rotate it', api: '/webhook' },
  { name: 'remove a webhook', section: 'webhook', open: 'Remove', send: 'Remove it', api: '/webhook' },
  { name: 'remove a member', section: 'settings', open: /^Remove ffff/, send: 'Remove', api: '/members/' },
  { name: 'delete an app', section: 'settings', open: 'Delete the app', send: 'Delete it', api: '/apps/' },
] as const;

test.each(dialogs)('portal appearance, $name: the dialog and its error are accessible', async (dialog) => {
  await page.goto(dialog.section === undefined ? signedIn.home() : signedIn.at(appId, dialog.section));
  await page.getByRole('button', { name: dialog.open, exact: true }).click();
  const shown = page.getByRole('dialog');
  await shown.waitFor();
  if ('type' in dialog) await shown.getByLabel('Name').fill(dialog.type);
  const restore = await refuseConnections(
    page,
    ({ pathname }) => pathname.startsWith('/api/v1/portal/') && pathname.includes(dialog.api),
  );
  await shown.getByRole('button', { name: dialog.send }).click();
  await shown.getByRole('alert').getByText(unreachable).waitFor();
  await checkState(page, `portal-dialog-${dialog.name.replaceAll(' ', '-')}`);
  await restore();
  await page.keyboard.press('Escape');
  await shown.waitFor({ state: 'hidden' });
});

/** The requests without which a page shows nothing. */
const reads = [
  { name: 'apps', section: undefined, api: '/apps' },
  { name: 'app', section: 'overview', api: '/apps/{app}' },
  { name: 'usage', section: 'usage', api: '/usage' },
  { name: 'statistics', section: 'overview', api: '/delivery-statistics' },
  { name: 'keys', section: 'keys', api: '/keys' },
  { name: 'webhook', section: 'webhook', api: '/webhook' },
  { name: 'deliveries', section: 'deliveries', api: '/deliveries' },
  { name: 'activity', section: 'activity', api: '/activity' },
  { name: 'members', section: 'settings', api: '/members' },
] as const;

test.each(reads)('portal appearance, $name: loading and its failure are accessible', async ({ name, section, api }) => {
  const matches = ({ pathname }: URL) =>
    pathname.startsWith('/api/v1/portal/') && pathname.endsWith(api.replace('{app}', appId));
  const url = section === undefined ? signedIn.home() : signedIn.at(appId, section);
  const held = await holdRequests(page, matches);
  await page.goto(url);
  await page.getByRole('status').filter({ hasText: 'Loading…' }).waitFor();
  await expectNoMotion(page, name);
  await checkState(page, `portal-loading-${name}`);
  await held.release();
  const restore = await refuseConnections(page, matches);
  await page.goto(url);
  await page.getByRole('alert').getByText(unreachable).waitFor();
  await checkState(page, `portal-failed-${name}`);
  await restore();
});

test('portal appearance: an empty app is accessible', async () => {
  appId = await signedIn.newApp('Empty');
  for (const section of ['overview', 'usage', 'keys', 'webhook', 'deliveries']) {
    await open(section);
    await page.getByRole('heading', { level: 2 }).waitFor();
    await expect.poll(() => page.locator('.spinner').count()).toBe(0);
    await checkState(page, `portal-empty-${section}`);
  }
  expect(signedIn.session.pageErrors).toEqual([]);
});
