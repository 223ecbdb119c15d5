import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { checkState, expectNoMotion } from '../fixtures/browser-session.ts';
import { finishSignIn, startSignIn } from '../fixtures/identity.ts';
import { refuseConnections } from '../fixtures/chromium.ts';
import { openProviderPages } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';

/** A name of the greatest length, without a place to break. */
const longName = 'Arbeitsplatzrechner'.repeat(5).slice(0, 80);

const pages = useStarted(openProviderPages);
let page: Page;
/** A recovery code that was not used. */
let code = '';
beforeAll(async () => {
  ({ page } = await pages.openPage());
  await page.goto(`${pages.baseUrl}/owner`);
  await page.getByLabel('Name of the new passkey').fill(longName);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.getByRole('heading', { name: 'Ways to sign in' }).waitFor();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const unreachable = 'The provider cannot be reached.';

test('account appearance: the request and the connection of an agent with a long name are accessible', async () => {
  const asked = await startSignIn(pages.sso, { agentName: longName });
  await page.goto(asked.deepLink);
  await page.getByRole('radio', { name: asked.comparisonCode }).check();
  await checkState(page, 'approval-long-name');
  const restore = await refuseConnections(page, ({ pathname }) => pathname.endsWith('/assertion-options'));
  await button(/^Approve$/).click();
  await page.getByRole('alert').getByText(unreachable).waitFor();
  await checkState(page, 'approval-failed');
  await restore();
  await button(/^Approve$/).click();
  await page.getByRole('heading', { name: 'Approved' }).waitFor();
  await finishSignIn(pages.sso, asked);
  await page.goto(`${pages.baseUrl}/owner`);
  await page.getByText(`Calls itself “${longName}”`).waitFor();
  await checkState(page, 'account-long-names');
  await expectNoMotion(page, 'account');
});

const dialogs = [
  { name: 'rename', open: /^Rename the passkey/ },
  { name: 'disconnect', open: /^Disconnect Demo application/ },
  { name: 'end-all', open: 'End all sessions' },
  { name: 'delete', open: 'Delete …' },
  { name: 'codes', open: 'Create recovery codes', close: 'I have saved them' },
  { name: 'replace-codes', open: 'Replace', close: 'Cancel' },
] as const;

test.each(dialogs)('account appearance, $name: the dialog is accessible', async ({ name, open, ...more }) => {
  await button(open).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button').first().waitFor();
  await checkState(page, `account-dialog-${name}`);
  if (name === 'codes') code = await dialog.locator('.codes code').first().innerText();
  if ('close' in more) await dialog.getByRole('button', { name: more.close }).click();
  else await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('account appearance: the pages of a device link and of a recovery are accessible, before and after their errors', async () => {
  await button('Link a phone or device').click();
  const link = await page.locator('.link-text').innerText();
  const other = await pages.openPage();
  await other.page.goto(link);
  await other.page.getByLabel('Name of this device').fill(longName);
  await other.page.getByText('software phone').click();
  await checkState(other.page, 'link');
  const restore = await refuseConnections(other.page, ({ pathname }) => pathname.startsWith('/api/'));
  await other.page.getByRole('button', { name: 'Link this device' }).click();
  await other.page.getByRole('alert').getByText(unreachable).waitFor();
  await checkState(other.page, 'link-failed');
  await restore();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await other.page.goto(link);
  await checkState(other.page, 'link-expired');

  await other.page.goto(`${pages.baseUrl}/recover`);
  await other.page.getByLabel('Recovery code').waitFor();
  await checkState(other.page, 'recover');
  await other.page.getByLabel('Recovery code').fill('0000-0000-0000-0000');
  await other.page.getByRole('button', { name: 'Recover' }).click();
  await other.page.getByRole('alert').waitFor();
  await checkState(other.page, 'recover-refused');
  await other.page.getByLabel('Recovery code').fill(code);
  await other.page.getByRole('button', { name: 'Recover' }).click();
  await other.page.getByRole('heading', { name: 'Recovered' }).waitFor();
  await checkState(other.page, 'recovered');
  await expectNoMotion(other.page, 'recovered');
  await other.context.close();
  // Every browser was signed out.
  await page.reload();
  await button('Sign in with a passkey').click();
  await page.getByText('A recovery code was used.').waitFor();
  await checkState(page, 'account-recovered');
});

test('account appearance: errors of an action, of a new passkey and of the whole page are accessible', async () => {
  const restore = await refuseConnections(page, ({ pathname }) => pathname.startsWith('/api/v1/owner'));
  await button('End all sessions').click();
  await page.getByRole('alert').getByText(unreachable).waitFor();
  await checkState(page, 'account-action-failed');
  await page.reload();
  await page.getByRole('alert').getByText('Reload the page to try again.').waitFor();
  expect(await page.getByText('Loading…').count()).toBe(0);
  await checkState(page, 'account-failed');
  await restore();
  await page.context().clearCookies();
  await page.reload();
  await page.getByLabel('Name of the new passkey').fill('   ');
  await button('Create a passkey').click();
  await page.getByRole('alert').waitFor();
  await checkState(page, 'account-name-missing');
});
