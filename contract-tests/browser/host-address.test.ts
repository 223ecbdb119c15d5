import { beforeAll, expect, test } from 'vitest';
import { type BrowserSession, checkAtBothSizes, openBrowserSession, signInWith } from '../fixtures/browser-session.ts';
import { openDemo, waitForDemo, openWebPages } from '../fixtures/web-pages.ts';
import { enrolOwner, type Owner } from '../fixtures/identity.ts';
import { useStarted } from '../fixtures/use-started.ts';

const pages = useStarted(() => openWebPages(['sso', 'backend', 'notifications', 'web']));
let owner: Owner;
let session: BrowserSession;
let address: string;
beforeAll(async () => {
  ({ session } = pages);
  owner = await enrolOwner(pages.platform);
  await session.page.goto(pages.at('/host'));
  await signInWith(session.page, owner);
});

test('host: an open app has an address, to which a reload, back and forward return', async () => {
  const { page } = session;
  await openDemo(page);
  address = page.url();
  expect(new URL(address).pathname).toMatch(/^\/host\/apps\/[\w-]+$/);
  await expect.poll(() => page.title()).toBe('Demo application · Web host');
  await page.reload();
  await waitForDemo(page);
  await page.goBack();
  await page.getByRole('heading', { name: 'Your mini apps' }).waitFor();
  await expect.poll(() => page.title()).toBe('Your mini apps · Web host');
  expect(await page.locator('iframe').count()).toBe(0);
  await page.goForward();
  await waitForDemo(page);
  await page.getByRole('link', { name: 'Close', exact: true }).click();
  await page.getByRole('heading', { name: 'Your mini apps' }).waitFor();
  expect(page.url()).toBe(pages.at('/host'));
});

test('host: a second tab opens an app by its address, beside the first', async () => {
  const { page, context } = session;
  await openDemo(page);
  const second = await context.newPage();
  await second.goto(address);
  await waitForDemo(second);
  await second.getByRole('link', { name: 'Close', exact: true }).click();
  await second.close();
  await waitForDemo(page);
});

test('host: a signed-out visitor of an app address signs in and gets the app with its start parameter', async () => {
  const other = await openBrowserSession(pages.browser);
  const { page } = other;
  await page.goto(`${address}?start=order%3D7041`);
  await signInWith(page, owner);
  const app = await waitForDemo(page);
  await app.getByText('order=7041').waitFor();
  expect(page.url()).toBe(`${address}?start=order%3D7041`);
  expect(other.pageErrors).toEqual([]);
  await other.close();
});

test('host: the address of an app that is not here leads to the list', async () => {
  const { page } = session;
  await page.goto(pages.at('/host/apps/unknown'));
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await checkAtBothSizes(page, 'host-not-found');
  await page.getByRole('link', { name: 'Your mini apps' }).click();
  await page.getByRole('link', { name: 'Open Demo application' }).waitFor();
  expect(session.pageErrors).toEqual([]);
});
