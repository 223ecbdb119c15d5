import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { checkState } from '../fixtures/browser-session.ts';
import { bindAgent } from '../fixtures/identity.ts';
import { demoProvider } from '../fixtures/platform.ts';
import { createIdentity, linkPhone, openProviderPages } from '../fixtures/web-pages.ts';
import { attachToWorker } from '../fixtures/chromium.ts';
import { useStarted } from '../fixtures/use-started.ts';

const pages = useStarted(openProviderPages);
let page: Page;
beforeAll(async () => {
  const person = await pages.openPage({ serviceWorkers: 'allow', permissions: ['notifications'] });
  ({ page } = person);
  await createIdentity(page, pages.baseUrl);
  await page.evaluate('navigator.serviceWorker.ready');
});

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

test('owner app: with 100 requests that wait the inbox loads, follows and decides as with one', async () => {
  await page.goto(`${pages.baseUrl}/owner`);
  const agent = await bindAgent(pages.platform, { owner: await linkPhone(page, pages.baseUrl) });
  const { sso, decide } = agent.owner;
  unwrap(await sso.setRequestBudget({ body: { perHour: 200, perDay: 200 } }));
  for (let number = 1; number <= 110; number += 1) {
    const payment = { type: 'payment', amount: String(number), token: 'USD', payee: 'field-press' };
    const asked = { binding_message: `Request ${number}`, authorization_details: JSON.stringify([payment]) };
    const body = { client_id: demoProvider, login_hint: agent.owner.sub, ...asked };
    unwrap(await agent.sso.createBackchannelAuthentication({ body }));
  }
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  /** Seconds in which the page was busy; it is not while it waits for the provider. */
  const work = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Infinity;
  };
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/owner/requests') calls.push(request.method());
  });
  const entries = page.getByRole('list', { name: 'Waiting for your decision' }).getByRole('listitem');
  const started = await work();
  await page.goto(`${pages.baseUrl}/owner/requests`);
  await expect.poll(() => entries.count()).toBe(100);
  expect((await work()) - started).toBeLessThan(2);
  // What waits, and what was decided: not one for each request.
  expect(calls.length).toBeLessThan(10);
  expect(await page.title()).toMatch(/^\(100\) /);
  await checkState(page, 'owner-requests-100');

  await page.evaluate(`(() => {
    globalThis.kept = [...document.querySelectorAll('.request')];
  })()`);
  const entry = (number: number) =>
    entries.filter({ has: page.getByText(`It says: Request ${number}`, { exact: true }) });
  await entry(50).getByRole('button', { name: 'Approve', exact: true }).click();
  await expect.poll(() => entries.count()).toBe(99);
  expect(await entry(50).count()).toBe(0);
  const { requests } = unwrap(await sso.listOwnerRequests({ query: { state: 'pending', limit: 100 } }));
  expect(requests).toHaveLength(99);
  const elsewhere = requests.find(({ bindingMessage }) => bindingMessage === 'Request 51');
  await decide(`/approve/${elsewhere?.requestId}`, 'reject');
  await expect.poll(() => entries.count()).toBe(98);
  expect(await entry(51).count()).toBe(0);
  // The others are not drawn again: the person keeps their place.
  expect(await page.evaluate('kept.filter(({ isConnected }) => isConnected).length')).toBe(98);
});
