import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectFocus, type Keyboard, keyboardOf } from '../fixtures/keyboard.ts';
import { limitPages } from '../fixtures/chromium.ts';
import { connectAgent, createIdentity, openProviderPages } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';

const pages = useStarted(openProviderPages);
let page: Page;
let keys: Keyboard;
beforeAll(async () => {
  ({ page } = await pages.openPage());
  keys = keyboardOf(page);
  await createIdentity(page, pages.baseUrl);
  for (const agentName of ['Nightly build', 'Release bot']) await connectAgent(pages, page, agentName);
  // Lists of one entry, so that a few entries are several pages.
  await limitPages(page, ({ pathname }) => /^\/api\/v1\/owner\/(?:sessions|activity)$/.test(pathname), 1);
  await page.goto(`${pages.baseUrl}/owner`);
});

test('account page: after "Show older ones", also the last time, the focus is at the first new connection', async () => {
  const list = page.getByRole('list', { name: 'Connected applications and agents' }).getByRole('listitem');
  const older = page.getByRole('button', { name: 'Show older ones' });
  await keys.use(older);
  await expect.poll(() => list.count()).toBe(2);
  await expectFocus(list.nth(1).getByRole('button', { name: /^Rename/ }));
  expect(await older.count()).toBe(0);
});

test('account page: after "Show older events", also the last time, the focus is at the first new event', async () => {
  const list = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  const older = page.getByRole('button', { name: 'Show older events' });
  for (let shown = 1; (await older.count()) > 0; shown += 1) {
    await keys.use(older);
    await expect.poll(() => list.count()).toBe(shown + 1);
    await expectFocus(list.nth(shown));
  }
  expect(await list.count()).toBeGreaterThan(2);
});
