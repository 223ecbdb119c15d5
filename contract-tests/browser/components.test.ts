import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type BrowserSession,
  checkAtThreeSizes,
  expectNoMotion,
  openBrowserSession,
} from '../fixtures/browser-session.ts';
import { openChromium } from '../fixtures/chromium.ts';
import { urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

let platform: RunningPlatform;
let browser: Browser;
let session: BrowserSession;
beforeAll(async () => {
  platform = await startPlatform({ services: ['web'] });
  browser = await openChromium();
  session = await openBrowserSession(browser);
});
afterAll(async () => {
  await session?.close();
  await browser?.close();
  await platform?.stop();
  if (platform !== undefined) await deletePlatformData(platform);
});

const open = () => session.page.goto(`${urlOf(platform, 'web')}/ui`);

test('components: every component in every state is accessible and fits at three widths in both themes', async () => {
  await open();
  await checkAtThreeSizes(session.page, 'components');
  await expectNoMotion(session.page, 'components');
  expect(session.pageErrors).toEqual([]);
});

test.each(['dialog', 'drawer', 'confirmation'])(
  'components: an open %s is accessible, and Escape closes it',
  async (kind) => {
    const { page } = session;
    await open();
    await page.getByRole('button', { name: `Open a ${kind}` }).click();
    await page.getByRole('dialog').waitFor();
    await checkAtThreeSizes(page, `components-${kind}`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  },
);
