import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { phone } from '../fixtures/browser-session.ts';
import { addSecurityKey, type VirtualAuthenticator } from '../fixtures/chromium.ts';
import { finishSignIn, startSignIn } from '../fixtures/identity.ts';
import { expectFocus, type Keyboard, keyboardOf } from '../fixtures/keyboard.ts';
import { openProviderPages } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';

const pages = useStarted(openProviderPages);
let page: Page;
let context: BrowserContext;
let authenticator: VirtualAuthenticator;
let keys: Keyboard;
beforeAll(async () => {
  ({ page, context, authenticator } = await pages.openPage());
  keys = keyboardOf(page);
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name });

test('keyboard, account: the first stop skips the bar, and a new owner creates a passkey', async () => {
  await page.goto(`${pages.baseUrl}/owner`);
  await button('Create a passkey').waitFor();
  // The page has moved the focus to its heading.
  await page.evaluate('document.activeElement.blur()');
  await keys.tabTo(page.getByRole('link', { name: 'Skip to the content' }));
  await keys.press('Enter');
  await expectFocus(page.getByRole('main'));
  await keys.fill(page.getByLabel('Name of the new passkey'), 'Laptop');
  await keys.press('Enter');
  await heading('Your account').waitFor();
  await expectFocus(heading('Your account'));
  await keys.expectNoTrap('account');
});

test('keyboard, account: a passkey is renamed, and another one added and removed', async () => {
  const rename = button(/^Rename the passkey Laptop/);
  await keys.use(rename);
  await expectFocus(page.getByLabel('New name'));
  await keys.closeDialog();
  await expectFocus(rename);
  await keys.press('Enter');
  await expectFocus(page.getByLabel('New name'));
  await page.keyboard.insertText('Work laptop');
  await keys.press('Enter');
  await button(/^Rename the passkey Work laptop/).waitFor();
  await expectFocus(heading('Ways to sign in'));

  await addSecurityKey(page, authenticator);
  await keys.use(button('Add a passkey'));
  const remove = button(/^Remove the passkey Work laptop/);
  await remove.waitFor();
  await expectFocus(heading('Ways to sign in'));
  await keys.use(remove);
  await expectFocus(inDialog('Cancel'));
  await keys.closeDialog();
  await expectFocus(remove);
  await keys.press('Enter');
  await keys.use(inDialog('Remove'));
  await remove.waitFor({ state: 'detached' });
  await expectFocus(heading('Ways to sign in'));
});

test('keyboard, account: Escape cancels a device link, and never closes recovery codes that are not saved', async () => {
  await keys.use(button('Link a phone or device'));
  await page.locator('.link-text').waitFor();
  await keys.closeDialog();
  await expectFocus(button('Link a phone or device'));

  await keys.use(button('Create recovery codes'));
  await inDialog('I have saved them').waitFor();
  // A browser closes most dialogs at the second Escape in any case.
  for (let presses = 0; presses < 3; presses += 1) await keys.press('Escape');
  expect(await page.getByRole('dialog').locator('.codes code').count()).toBe(10);
  await keys.use(inDialog('I have saved them'));
  await page.getByText('You have 10 unused codes.').waitFor();
  await expectFocus(heading('Recovery codes'));
});

test('keyboard, account: an approved agent is renamed, paused, resumed and disconnected', async () => {
  const asked = await startSignIn(pages.sso, { agentName: 'Nightly build' });
  await page.goto(asked.deepLink);
  await page.getByRole('radio').first().waitFor();
  await keys.tabTo(page.getByRole('radio').first());
  await keys.press('Space');
  for (let choices = 0; choices < 3; choices += 1)
    if (!(await page.getByRole('radio', { name: asked.comparisonCode }).isChecked())) await keys.press('ArrowDown');
  await keys.use(button('Approve'));
  await heading('Approved').waitFor();
  await expectFocus(heading('Approved'));
  await finishSignIn(pages.sso, asked);

  await page.goto(`${pages.baseUrl}/owner`);
  await keys.use(button(/^Rename Demo application/));
  await expectFocus(page.getByLabel('New name'));
  await page.keyboard.insertText('Build machine');
  await keys.press('Enter');
  await button(/^Rename Build machine/).waitFor();
  await expectFocus(button(/^Rename Build machine/));
  await keys.use(button(/^Pause Build machine/));
  await page.getByText(/^Paused since/).waitFor();
  await expectFocus(button(/^Resume Build machine/));
  await keys.press('Enter');
  await button(/^Pause Build machine/).waitFor();
  await expectFocus(button(/^Pause Build machine/));
  await keys.use(button(/^Disconnect Build machine/));
  await keys.closeDialog();
  await expectFocus(button(/^Disconnect Build machine/));
  await keys.press('Enter');
  await keys.use(inDialog('Disconnect'));
  await page.getByText('No application or agent is connected.').waitFor();
  await expectFocus(page.locator('#connections-title'));
});

test('keyboard, account: another browser and then all browsers are signed out', async () => {
  await keys.use(button('Link a phone or device'));
  const link = await page.locator('.link-text').innerText();
  const other = await pages.openPage(phone);
  const otherKeys = keyboardOf(other.page);
  await other.page.goto(link);
  await otherKeys.fill(other.page.getByLabel('Name of this device'), 'Phone');
  await other.page.keyboard.press('Enter');
  await other.page.getByRole('heading', { name: 'Ways to sign in' }).waitFor();
  await page.getByText('Phone was linked.').waitFor();

  await keys.use(button(/^End the session of/));
  await button(/^End the session of/).waitFor({ state: 'detached' });
  await expectFocus(heading('Signed-in browsers'));
  await keys.use(button('End all sessions'));
  await keys.closeDialog();
  await expectFocus(button('End all sessions'));
  await keys.press('Enter');
  await keys.use(inDialog('End all sessions'));
  await button('Sign in with a passkey').waitFor();
  await expectFocus(heading('Your account'));
  await keys.use(button('Sign in with a passkey'));
  await heading('Ways to sign in').waitFor();
});

test('keyboard, account: an action that fails says so in its section, and its button keeps the focus', async () => {
  await page.route(/\/passkeys\/assertion-options$|\/assertions/, (route) => route.abort('connectionrefused'));
  const remove = button('Delete …');
  await keys.use(remove);
  await keys.use(inDialog('Delete for good'));
  const section = page.locator('section#deletion');
  await section.getByRole('alert').getByText('The provider cannot be reached.').waitFor();
  await expectFocus(remove);
  expect(await section.getByRole('alert').evaluate((one) => one.getBoundingClientRect().top >= 0)).toBe(true);
  await page.unrouteAll();
  await keys.use(button('Sign out'));
  await button('Sign in with a passkey').waitFor();
  await expectFocus(heading('Your account'));
  await context.close();
});
