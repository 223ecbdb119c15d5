import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkState } from '../fixtures/browser-session.ts';
import { createIdentity, openProviderPages, type ProviderPages } from '../fixtures/provider-pages.ts';
import { attachToWorker } from '../fixtures/service-worker.ts';

let pages: ProviderPages;
let page: Page;
beforeAll(async () => {
  pages = await openProviderPages();
  const person = await pages.openPage({ serviceWorkers: 'allow', permissions: ['notifications'] });
  ({ page } = person);
  await createIdentity(page, pages.baseUrl);
  await page.evaluate('navigator.serviceWorker.ready');
});
afterAll(() => pages?.close());

test('owner app: Chromium can install the account pages', async () => {
  const cdp = await page.context().newCDPSession(page);
  const { url, errors } = await cdp.send('Page.getAppManifest');
  expect([url, errors]).toEqual([`${pages.baseUrl}/owner/manifest.webmanifest`, []]);
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  // Every context of a test is an incognito window.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});

test('owner app: a push opens the request that it is about', async () => {
  const requestId = 'NZxpUZwFMwXjEKbYCFRKxnqT2ggQ6UF-zRhJvaoWgbM';
  await page.goto(`${pages.baseUrl}/recover`);
  const worker = await attachToWorker(page.context(), page);
  const push = { notificationId: 'ntf_1', title: 'Platform', body: 'An agent asks for your approval.' };
  await worker.handle(JSON.stringify({ ...push, startParam: requestId }));
  expect(await worker.shown()).toEqual([{ title: push.title, body: push.body }]);
  await expect.poll(() => worker.tap()).toEqual([`/owner/requests/${requestId}`]);
});

test('owner app: without a network it says so, and it kept nothing about the owner', async () => {
  await page.goto(`${pages.baseUrl}/owner`);
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  const kept = await page.evaluate(`caches.keys()
    .then(([name]) => caches.open(name)).then((cache) => cache.keys())
    .then((requests) => requests.map(({ url }) => new URL(url).pathname).sort())`);
  expect(kept).toEqual(['/assets/approval.css', '/assets/approval.svg', '/owner/offline']);
  await page.context().setOffline(true);
  await page.goto(`${pages.baseUrl}/owner/requests`);
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
  await checkState(page, 'owner-offline');
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByText('Nothing waits for you.').waitFor();
});
