import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { finishSignIn, startSignIn } from '../fixtures/identity.ts';
import { connectAgent, createIdentity, openProviderPages } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';

const pages = useStarted(openProviderPages);
/** The tab that has the passkey. */
let page: Page;
let context: BrowserContext;
/** Another tab of the same browser. */
let other: Page;
beforeAll(async () => {
  ({ page, context } = await pages.openPage());
  await createIdentity(page, pages.baseUrl);
  other = await context.newPage();
});

const account = () => `${pages.baseUrl}/owner`;
const sessionEnded = () => page.getByRole('alert').getByText('Your session has ended. Sign in with your passkey.');
const signInAgain = () => page.getByRole('button', { name: 'Sign in with a passkey' }).click();

test('account page: after signing out in another tab a new name is kept over the sign-in, and saved once', async () => {
  await other.goto(account());
  await page.getByRole('button', { name: /^Rename the passkey Work laptop/ }).click();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  const sent: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'PATCH') sent.push(response.status());
  });
  await page.getByLabel('New name').fill('Travel laptop');
  await page.keyboard.press('Enter');
  await sessionEnded().waitFor();
  await signInAgain();
  await expect.poll(() => page.getByLabel('New name').inputValue()).toBe('Travel laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: /^Rename the passkey Travel laptop/ }).waitFor();
  expect(sent).toEqual([401, 200]);
});

test('account page: a profile is kept over the end of the session, and an address that is no https URL is not sent', async () => {
  const section = page.locator('section#profile');
  await section.getByLabel('Name').fill('Ada Lovelace');
  await section.getByLabel('Address of a picture').fill('http://images.example/ada.png');
  await section.getByRole('button', { name: 'Save profile' }).click();
  expect(await section.locator(':invalid').count()).toBeGreaterThan(0);
  await section.getByLabel('Address of a picture').fill('https://images.example/ada.png');
  await context.clearCookies();
  await section.getByRole('button', { name: 'Save profile' }).click();
  await sessionEnded().waitFor();
  await signInAgain();
  await expect.poll(() => section.getByLabel('Name').inputValue()).toBe('Ada Lovelace');
  await section.getByRole('button', { name: 'Save profile' }).click();
  await section.getByText('Your profile is saved.').waitFor();
  await page.reload();
  expect(await section.getByLabel('Name').inputValue()).toBe('Ada Lovelace');
  expect(await section.getByLabel('Address of a picture').inputValue()).toBe('https://images.example/ada.png');
});

const actions = [
  { name: 'Add a passkey', section: 'authenticators' },
  { name: 'Link a phone or device', section: 'authenticators' },
  { name: 'Create recovery codes', section: 'recovery' },
  { name: 'End all sessions', confirm: 'End all sessions', section: 'browsers' },
  { name: 'Delete …', confirm: 'Delete for good', section: 'deletion' },
  { name: /^Disconnect Demo application/, confirm: 'Disconnect', section: 'connections' },
] as const;

test('account page: when the session has ended, every action leads to the sign-in and back to its section, and does nothing', async () => {
  await connectAgent(pages, page, 'Nightly build');
  await page.goto(account());
  for (const { name, section, ...question } of actions) {
    await page.getByRole('button', { name }).waitFor();
    if ('confirm' in question) {
      await page.getByRole('button', { name }).click();
      const confirming = page.getByRole('dialog').getByRole('button', { name: question.confirm });
      await confirming.waitFor();
      // The session ends while the question is open.
      await context.clearCookies();
      await confirming.click();
    } else {
      await context.clearCookies();
      await page.getByRole('button', { name }).click();
    }
    await sessionEnded().waitFor();
    await signInAgain();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe(`${section}-title`);
  }
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByRole('list', { name: 'Ways to sign in' }).getByRole('listitem').count()).toBe(1);
  await page.getByText('You have one way to sign in.').waitFor();
});

test('account page: a connection that another tab has disconnected is gone without an error', async () => {
  await other.goto(account());
  const tabs = [other, page];
  for (const tab of tabs) await tab.getByRole('button', { name: /^Disconnect Demo application/ }).waitFor();
  for (const tab of tabs) {
    await tab.getByRole('button', { name: /^Disconnect Demo application/ }).click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await tab.getByText('No application or agent is connected.').waitFor();
    expect(await tab.getByRole('alert').count()).toBe(0);
  }
});

test('account page: a device link that waits ends with the session', async () => {
  await page.getByRole('button', { name: 'Link a phone or device' }).click();
  await page.locator('.link-text').waitFor();
  await context.clearCookies();
  await sessionEnded().waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await signInAgain();
  await page.getByRole('heading', { name: 'Ways to sign in' }).waitFor();
});

test('approval page: a picked code is kept over the end of the session, and the tab beside it says that it was answered', async () => {
  const asked = await startSignIn(pages.sso, { agentName: 'Nightly build' });
  await Promise.all([page.goto(asked.deepLink), other.goto(asked.deepLink)]);
  const picked = page.getByRole('radio', { name: asked.comparisonCode });
  await picked.check();
  await context.clearCookies();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await sessionEnded().waitFor();
  await signInAgain();
  await picked.waitFor();
  expect(await picked.isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('heading', { name: 'Approved' }).waitFor();
  await other.getByRole('heading', { name: 'Already answered' }).waitFor();
  await finishSignIn(pages.sso, asked);
});

test('account page: its sections have addresses that a reload and going back keep', async () => {
  await page.goto(account());
  const links = page.getByRole('navigation', { name: 'Sections' });
  await links.getByRole('link', { name: 'Recovery codes' }).click();
  await page.reload();
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('recovery-title');
  await links.getByRole('link', { name: 'Activity' }).click();
  await page.waitForURL('**/owner#activity');
  await page.goBack();
  await page.waitForURL('**/owner#recovery');
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
});
