import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { checkPage, checkState, signInWith } from '../fixtures/browser-session.ts';
import { urlOf } from '../fixtures/identity.ts';
import { openSignedInPortal } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';

/** The longest name of an app, a right-to-left one, and emoji; bidi controls are refused. */
const longName = 'W'.repeat(64);
const emojiName = '👩🏽‍🚀 Raumfahrt';
const names = [longName, 'متجر القهوة', emojiName];

const signedIn = useStarted(() => openSignedInPortal(['sso', 'backend', 'notifications', 'web']));
let page: Page;
beforeAll(async () => {
  ({ page } = signedIn.session);
  for (const name of names) await signedIn.newApp(name);
});

test('top menu: a chosen theme is shown at once, and by the server from then on', async () => {
  await page.goto(signedIn.home());
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).waitFor();
  await checkPage(page, 'top-menu');
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  const theme = () => page.evaluate('document.documentElement.dataset.theme');
  await expect.poll(theme).toBe('dark');
  await page.reload();
  expect(await theme()).toBe('dark');
});

test('command palette: it opens with Ctrl+K, finds an app by a few letters, and goes there', async () => {
  await page.goto(signedIn.home());
  await page.getByRole('button', { name: 'Go to…' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('menuitem', { name: longName }).waitFor();
  await checkState(page, 'command-palette');
  await page.keyboard.type('raumf');
  await expect.poll(() => page.getByRole('menuitem').count()).toBe(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: emojiName }).waitFor();
});

test('hostile content: names without a break, right-to-left and with emoji fit the pages of the portal', async () => {
  await page.goto(signedIn.home());
  await page
    .locator('.tiles > li')
    .nth(names.length - 1)
    .waitFor();
  await checkState(page, 'portal-hostile-names');
});

test.each([
  ['Deutsch', 'Ihre Mini-Apps'],
  ['日本語', 'ミニアプリ'],
  ['English', 'Your mini apps'],
])('host: it speaks %s when the person chooses so', async (language, title) => {
  await page.goto(`${urlOf(signedIn.platform(), 'web')}/host`);
  if (language === 'Deutsch') await signInWith(page, signedIn.owner);
  await page.getByRole('button', { name: /^(Menu|Menü|メニュー)$/ }).click();
  await page.getByRole('menuitemradio', { name: language }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await checkState(page, `host-${language}`);
  expect(signedIn.session.pageErrors).toEqual([]);
});

test('portal: leaving an app with a new key that was not copied asks, and the key stays among its sections', async () => {
  const appId = await signedIn.newApp('Unsaved');
  await page.goto(signedIn.at(appId, 'keys'));
  await page.getByRole('button', { name: 'Issue a key' }).click();
  await page.getByText(/^ank_[0-9A-Z]{26}$/).waitFor();
  await page.getByRole('link', { name: 'Webhook', exact: true }).click();
  await page.getByRole('heading', { name: 'Webhook', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Your apps' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without the API key?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByText(/^ank_[0-9A-Z]{26}$/).waitFor();
  await page.getByRole('link', { name: 'Your apps' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your apps' }).waitFor();
});
