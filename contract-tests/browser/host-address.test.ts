import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BrowserSession, checkAtBothSizes, openBrowserSession, signInWith } from '../fixtures/browser-session.ts';
import { openChromium } from '../fixtures/chromium.ts';
import { openDemo, shownDemo } from '../fixtures/demo-app.ts';
import { enrolOwner, type Owner, urlOf } from '../fixtures/identity.ts';
import { forget, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

let platform: RunningPlatform;
let browser: Browser;
let owner: Owner;
let session: BrowserSession;
let address: string;
beforeAll(async () => {
  platform = await startPlatform({ services: ['sso', 'backend', 'notifications', 'web'] });
  owner = await enrolOwner(platform);
  browser = await openChromium();
  session = await openBrowserSession(browser);
  await session.page.goto(web('/host'));
  await signInWith(session.page, owner);
});
afterAll(async () => {
  await session?.close();
  await browser?.close();
  await platform?.stop();
  await forget(platform);
});

const web = (path: string) => `${urlOf(platform, 'web')}${path}`;

test('host: an open app has an address, to which a reload, back and forward return', async () => {
  const { page } = session;
  await openDemo(page);
  address = page.url();
  expect(new URL(address).pathname).toMatch(/^\/host\/apps\/[\w-]+$/);
  expect(await page.title()).toBe('Demo application · Web host');
  await page.reload();
  await shownDemo(page);
  await page.goBack();
  await page.getByRole('heading', { name: 'Your mini apps' }).waitFor();
  expect(await page.title()).toBe('Your mini apps · Web host');
  expect(await page.locator('iframe').count()).toBe(0);
  await page.goForward();
  await shownDemo(page);
  await page.getByRole('link', { name: 'Close', exact: true }).click();
  await page.getByRole('heading', { name: 'Your mini apps' }).waitFor();
  expect(page.url()).toBe(web('/host'));
});

test('host: a second tab opens an app by its address, beside the first', async () => {
  const { page, context } = session;
  await openDemo(page);
  const second = await context.newPage();
  await second.goto(address);
  await shownDemo(second);
  await second.getByRole('link', { name: 'Close', exact: true }).click();
  await second.close();
  await shownDemo(page);
});

test('host: a signed-out visitor of an app address signs in and gets the app with its start parameter', async () => {
  const other = await openBrowserSession(browser);
  const { page } = other;
  await page.goto(`${address}?start=order%3D7041`);
  await signInWith(page, owner);
  const app = await shownDemo(page);
  await app.getByText('order=7041').waitFor();
  expect(page.url()).toBe(`${address}?start=order%3D7041`);
  expect(other.pageErrors).toEqual([]);
  await other.close();
});

test('host: the address of an app that is not here leads to the list', async () => {
  const { page } = session;
  await page.goto(web('/host/apps/unknown'));
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await checkAtBothSizes(page, 'host-not-found');
  await page.getByRole('link', { name: 'Your mini apps' }).click();
  await page.getByRole('link', { name: 'Open Demo application' }).waitFor();
  expect(session.pageErrors).toEqual([]);
});
