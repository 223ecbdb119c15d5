import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectFocus } from '../fixtures/keyboard.ts';
import { connectAgent, createIdentity, openProviderPages } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';

const pages = useStarted(openProviderPages);
/** Two tabs of one browser. The first has the passkey. */
let first: Page;
let second: Page;
beforeAll(async () => {
  const opened = await pages.openPage();
  first = opened.page;
  await createIdentity(first, pages.baseUrl);
  for (const agentName of ['Nightly build', 'Release bot']) await connectAgent(pages, first, agentName);
  second = await opened.context.newPage();
  second.on('pageerror', (error) => {
    throw error;
  });
});

const openBoth = async () => {
  for (const page of [first, second]) await page.goto(`${pages.baseUrl}/owner`);
};
const renameButton = (page: Page, name: RegExp) => page.getByRole('button', { name }).first();

/** Opens the rename dialog of the same thing in both tabs, and saves a name in one after the other. */
async function renameInBoth(button: RegExp, title: RegExp): Promise<void> {
  for (const page of [first, second]) await renameButton(page, button).click();
  for (const [page, name] of [
    [first, 'First name'],
    [second, 'Second name'],
  ] as const) {
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByLabel('New name').fill(name);
    await page.keyboard.press('Enter');
    await renameButton(page, new RegExp(`^Rename .*${name}`)).waitFor();
    expect([await page.getByRole('dialog').count(), await page.getByRole('alert').count()]).toEqual([0, 0]);
  }
  await first.reload();
  await renameButton(first, /^Rename .*Second name/).waitFor();
  expect(await first.getByText('First name', { exact: true }).count()).toBe(0);
}

test('two tabs, account: of two renamings of a passkey the later one counts, and a reload shows it', async () => {
  await openBoth();
  await renameInBoth(/^Rename the passkey Work laptop/, /Work laptop/);
  // After the rename the page reloads its lists, and the focus moves to the heading of the section.
  await expectFocus(second.locator('#authenticators-title'));
});

test('two tabs, account: of two renamings of a connection the later one counts, and a reload shows it', async () => {
  await openBoth();
  await renameInBoth(/^Rename Demo application/, /Demo application/);
  await expectFocus(renameButton(second, /^Rename Second name/));
});

test('two tabs, account: a renaming of what the other tab has disconnected says so, and saves nothing', async () => {
  await openBoth();
  await renameButton(second, /^Rename Second name/).click();
  await first.getByRole('button', { name: /^Disconnect Second name/ }).click();
  await first.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await first.getByRole('button', { name: /^Disconnect Second name/ }).waitFor({ state: 'detached' });
  await second.getByLabel('New name').fill('Too late');
  await second.keyboard.press('Enter');
  const connections = second.locator('section#connections');
  await connections.getByRole('alert').getByText('This connection has ended already.').waitFor();
  await second.reload();
  await second.getByRole('button', { name: /^Disconnect Demo application/ }).waitFor();
  expect(await second.getByText('Too late').count()).toBe(0);
});
