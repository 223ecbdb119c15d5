import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { addAuthenticator } from '../fixtures/chromium.ts';
import { startReceiver } from '../fixtures/client/receiver.ts';
import { expectFocus, expectFocusKept, type Keyboard, keyboardOf } from '../fixtures/keyboard.ts';
import { openWebPages } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';

const pages = useStarted(() =>
  openWebPages(['sso', 'notifications', 'web'], { env: { WEBHOOK_ALLOW_TARGETS: '127.0.0.1/32' } }),
);
const receiver = useStarted(startReceiver);
let page: Page;
let keys: Keyboard;
beforeAll(async () => {
  ({ page } = pages.session);
  await addAuthenticator(page);
  keys = keyboardOf(page);
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const tab = (name: string) => page.getByRole('navigation', { name: 'Sections of the app' }).getByRole('link', { name });

test('keyboard, portal: the first stop skips the bars, and a new developer signs in with a passkey', async () => {
  await page.goto(pages.at('/portal'));
  await button('Sign in').waitFor();
  await keys.press('Tab');
  await expectFocus(page.getByRole('link', { name: 'Skip to the content' }));
  await keys.press('Enter');
  await expectFocus(page.getByRole('main'));
  await keys.press('Tab');
  await expectFocus(button('Sign in'));
  await keys.press('Enter');
  await keys.use(button('Create a passkey'));
  await page.getByText('You have no app yet.').waitFor();
  await keys.expectNoTrap('apps');
});

test('keyboard, portal: Escape closes the form of a new app, its button has the focus again, and Enter creates the app', async () => {
  await keys.use(button('New app'));
  const field = page.getByLabel('Name');
  await expectFocus(field);
  await keys.closeDialog();
  await expectFocus(button('New app'));
  await keys.press('Enter');
  await expectFocus(field);
  // The focus stays in the dialog, or goes to the browser's own bars.
  for (let presses = 0; presses < 8; presses += 1) {
    await keys.press('Tab');
    expect(await page.evaluate('document.activeElement.closest("dialog, body").tagName')).toMatch(/DIALOG|BODY/);
  }
  await keys.fill(field, 'Coffee Corner');
  await keys.press('Enter');
  await heading('API keys').waitFor();
  await expectFocusKept(page);
});

test('keyboard, portal: a key is issued and revoked, and the focus stays at its place', async () => {
  await keys.use(button('Issue a key'));
  await page.getByText(/^ank_[0-9A-Z]{26}$/).waitFor();
  await expectFocus(button('Rotate: issue a new key'));
  await keys.use(page.getByText('Label, scopes and environment'), 'Space');
  await keys.fill(page.getByLabel('Label'), 'Orders');
  await keys.tabTo(page.getByLabel('Environment'));
  await keys.press('ArrowDown');
  expect(await page.getByLabel('Environment').inputValue()).toBe('test');
  await keys.tabBackTo(button('Rotate: issue a new key'));
  await keys.press('Enter');
  const row = page.getByRole('row').filter({ hasText: 'Orders' });
  const revoke = row.getByRole('button', { name: /^Revoke/ });
  await keys.use(revoke);
  await expectFocus(button('Keep it'));
  await keys.closeDialog();
  await expectFocus(revoke);
  await keys.press('Enter');
  await keys.use(button('Revoke it'));
  await row.waitFor({ state: 'detached' });
  await expectFocus(heading('API keys'));
  await keys.expectNoTrap('keys');
});

test('keyboard, portal: a webhook is registered, tested and its key rotated', async () => {
  await keys.use(tab('Webhook'));
  await expectFocus(tab('Webhook'));
  await keys.fill(page.getByLabel('URL'), receiver.url);
  await keys.press('Enter');
  await page.getByText(/^[0-9a-f]{64}$/).waitFor();
  await expectFocusKept(page);
  await keys.use(button('Send a test event'));
  await receiver.until(1);
  await page.getByText('1 attempt').waitFor();
  await expectFocus(button('Send a test event'));
  await keys.use(button('Rotate the key'));
  await keys.closeDialog();
  await expectFocus(button('Rotate the key'));
  await keys.press('Enter');
  await keys.use(button('Rotate it'));
  await page.getByText('try the previous one second').waitFor();
  await expectFocus(button('Rotate the key'));
  await keys.expectNoTrap('webhook');
});

test('keyboard, portal: a delivery is filtered, expanded, sent again and opened at its address', async () => {
  await keys.use(tab('Deliveries'));
  const entries = page.locator('.deliveries tbody tr');
  await entries.first().waitFor();
  await keys.use(button('Waiting'));
  await page.getByText('No event matches the filters.').waitFor();
  await keys.use(page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'All' }));
  await entries.first().waitFor();
  await keys.use(entries.first().getByRole('checkbox'), 'Space');
  await keys.tabBackTo(button('Deliver 1 again'));
  await keys.press('Enter');
  await page.getByText('1 event is on the way again.').waitFor();
  await expectFocusKept(page);
  await keys.use(entries.first().locator('.toggle'), 'Space');
  await page.getByLabel('Payload').waitFor();
  await keys.closeDialog();
  await expectFocus(entries.first().locator('.toggle'));
  await keys.expectNoTrap('deliveries');
  await keys.use(entries.first().getByRole('link', { name: /^Open/ }));
  await page.getByRole('link', { name: 'All deliveries' }).waitFor();
  await expectFocusKept(page);
  await keys.use(page.getByRole('link', { name: 'All deliveries' }));
  await entries.first().waitFor();
});

test('keyboard, portal: an app is renamed, deleted and restored', async () => {
  await keys.use(tab('Settings'));
  await keys.fill(page.getByLabel('Name'), 'Tea Corner');
  await keys.use(button('Rename'));
  await page.getByRole('heading', { level: 1, name: 'Tea Corner' }).waitFor();
  // The button now has nothing to do, and keeps its place.
  await expectFocus(button('Rename'));
  await keys.expectNoTrap('settings');
  await keys.use(button('Delete the app'));
  await keys.closeDialog();
  await expectFocus(button('Delete the app'));
  await keys.press('Enter');
  await keys.use(button('Delete it'));
  // The keys above were never copied.
  await keys.use(button('Leave'));
  await heading('Your apps').waitFor();
  await expectFocusKept(page);
  await keys.use(page.getByText('Deleted apps'));
  await keys.use(button('Restore Tea Corner'));
  const restored = page.locator('.tiles').getByRole('link', { name: 'Tea Corner' });
  await restored.waitFor();
  await expectFocusKept(page);
  await keys.use(restored);
  await heading('Overview').waitFor();
});

test('keyboard, portal: the playground sends, and the developer signs out', async () => {
  await keys.use(tab('Playground'));
  await keys.fill(page.getByLabel('API key'), 'ank_00000000000000000000000000');
  await keys.press('Enter');
  await page.getByText('401', { exact: true }).waitFor();
  await expectFocus(page.getByLabel('API key'));
  await keys.expectNoTrap('playground');
  await keys.use(button('Sign out'));
  await button('Sign in').waitFor();
  await expectFocusKept(page);
  expect(pages.session.pageErrors).toEqual([]);
});
