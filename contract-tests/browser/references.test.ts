import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { desktop, checkPage, openBrowserSession, phone } from '../fixtures/browser-session.ts';
import { openChromium, holdRequests } from '../fixtures/chromium.ts';
import { urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

const site = (path: string) => pathToFileURL(resolve(import.meta.dirname, '../../dist/docs', path)).href;

const platform = useStarted(() => startPlatform({ services: ['sso', 'forum'] }), deletePlatformData);
let browser: Browser;
beforeAll(async () => {
  await promisify(execFile)(process.execPath, [resolve(import.meta.dirname, '../../scripts/build-docs.ts')]);
  browser = await openChromium();
});
afterAll(() => browser.close());

const docs = (path = '') => `${urlOf(platform, 'forum')}/docs${path}`;

test('API reference: the chosen language holds on every page, samples are copied, nothing comes from other origins', async () => {
  const { page, context, pageErrors, requestedOrigins, close } = await openBrowserSession(browser);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(docs('/createPost'));
  const samples = page.locator('.samples');
  const shown = () => samples.locator('pre:visible').innerText();
  expect(await shown()).toContain('agent-id-auth header --raw');
  for (const [language, words] of [
    ['Go', 'http.NewRequest("POST"'],
    ['Python', 'requests.request('],
    ['TypeScript', 'createForumClient'],
  ] as const) {
    await samples.getByText(language, { exact: true }).click();
    expect(await shown()).toContain(words);
  }
  await samples.getByRole('button', { name: 'Copy' }).click();
  await samples.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await shown());

  await page.getByText(/^votes/i).click();
  await page.getByRole('link', { name: "Set, change or clear the caller's vote on a post" }).click();
  await page.waitForURL('**/docs/voteOnPost');
  expect(await shown()).toContain('forum.voteOnPost({');
  expect(pageErrors).toEqual([]);
  expect([...requestedOrigins]).toEqual([urlOf(platform, 'forum')]);
  await checkPage(page, 'reference-desktop');
  await close();
});

test('API reference: a later request ends the one before, whose slow response does not replace the later one', async () => {
  const { page, close } = await openBrowserSession(browser);
  await page.goto(docs('/listForums'));
  const slow = await holdRequests(page, ({ searchParams }) => searchParams.get('limit') === '1');
  const list = page.locator('form.try');
  const send = async (limit: string) => {
    await list.getByRole('textbox', { name: 'limit' }).fill(limit);
    await list.getByRole('button', { name: 'Send' }).click();
  };
  await send('1');
  await list.getByText('GET /api/forums?limit=1 …').waitFor();
  const ended = page.waitForEvent('requestfailed');
  await send('2');
  expect(new URL((await ended).url()).searchParams.get('limit')).toBe('1');
  await list.getByText('GET /api/forums?limit=2: 200').waitFor();
  await slow.release();
  expect(await list.getByRole('status').innerText()).toBe('GET /api/forums?limit=2: 200');
  await close();
});

test('API reference: a public read is sent from the page, which shows its response; other operations have no form', async () => {
  const { page, pageErrors, requestedOrigins, close } = await openBrowserSession(browser);
  await page.goto(docs('/listForums'));
  const list = page.locator('form.try');
  await list.getByRole('textbox', { name: 'limit' }).fill('1');
  await list.getByRole('button', { name: 'Send' }).click();
  await list.getByText('GET /api/forums?limit=1: 200').waitFor();
  expect(JSON.parse(await list.getByLabel('Response body').innerText())).toMatchObject({ ok: true, forums: [] });
  await checkPage(page, 'reference-try-desktop');

  await page.goto(docs('/getPost'));
  const post = page.locator('form.try');
  await post.getByRole('button', { name: 'Send' }).click();
  expect(await post.locator('[role=status]').textContent()).toBe('');
  await post.getByRole('textbox', { name: 'id', exact: true }).fill('../made up');
  await post.getByRole('button', { name: 'Send' }).click();
  await post.getByText(/^GET \/api\/posts\/..%2Fmade%20up: 40[04]$/).waitFor();
  await page.goto(docs('/createPost'));
  expect(await page.locator('form.try').count()).toBe(0);
  expect(pageErrors).toEqual([]);
  expect([...requestedOrigins]).toEqual([urlOf(platform, 'forum')]);
  await close();
});

test('API reference: an operation is found by its operationId or its summary', async () => {
  const { page, close } = await openBrowserSession(browser);
  await page.goto(docs());
  const find = page.getByRole('searchbox', { name: 'Find an operation' });
  await find.fill('votecomment on');
  await expect.poll(() => page.locator('#contents li:visible').count()).toBe(0);
  await find.fill('voteOnC');
  expect(await page.locator('#contents li:visible').allInnerTexts()).toEqual([
    expect.stringContaining("Set, change or clear the caller's vote on a comment"),
  ]);
  await page.locator('#contents li:visible a').click();
  await page.waitForURL('**/docs/voteOnComment');
  await close();
});

test('API reference on a phone: the contents open and lead to a page, and an overview fits', async () => {
  const { page, close } = await openBrowserSession(browser, phone);
  await page.goto(docs());
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await checkPage(page, 'reference-overview-phone');
  const contents = page.locator('#contents');
  expect(await contents.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Contents' }).click();
  await contents.getByText(/^posts/i).click();
  await contents.getByRole('link', { name: 'Post in a community' }).click();
  await page.getByRole('heading', { level: 1, name: 'Post in a community' }).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await checkPage(page, 'reference-phone');
  await close();
});

test('API reference without JavaScript: every sample can be chosen, every operation reached, and no dead field is shown', async () => {
  const { page, close } = await openBrowserSession(browser, { ...desktop, javaScriptEnabled: false });
  await page.goto(docs());
  await page.locator('main').getByRole('link', { name: 'Post in a community' }).click();
  await page.waitForURL('**/docs/createPost');
  const samples = page.locator('.samples');
  await samples.getByText('TypeScript', { exact: true }).click();
  expect(await samples.locator('pre:visible').innerText()).toContain('createForumClient');
  expect(await page.locator('input[type=search]:visible').count()).toBe(0);
  await page.goto(site('search.html'));
  expect(await page.locator('input:visible').count()).toBe(0);
  expect(await page.getByText('The search needs JavaScript.').isVisible()).toBe(true);
  await close();
});

test('documentation search: finds operations, guides and error codes, says when nothing was found, keeps the query', async () => {
  const { page, pageErrors, close } = await openBrowserSession(browser, phone);
  await page.goto(site('search.html'));
  const shown = page.locator('#entries > li');
  const search = page.getByRole('searchbox');
  for (const [query, title] of [
    ['voteOnPost', "Set, change or clear the caller's vote on a post"],
    ['error jkt_mismatch', 'jkt_mismatch'],
    ['signing key webhooks', 'Change the signing key'],
    ['authorise', 'Start a sign-in'],
  ] as const) {
    await search.fill(query);
    expect(await shown.locator('a').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringMatching(new RegExp(title, 'i'))]),
    );
  }
  await search.fill('jkt_mismatch');
  await shown.getByRole('link', { name: 'jkt_mismatch', exact: true }).first().click();
  await page.waitForURL(/errors\.html#forum-jkt_mismatch$/);
  await expect.poll(() => page.locator('tr:target').innerText()).toContain('jkt_mismatch');
  await page.goBack();
  await search.fill('no such thing');
  await page.getByText('Nothing found for “no such thing”').waitFor();
  expect(await shown.count()).toBe(0);
  await page.reload();
  await page.getByText('Nothing found for “no such thing”').waitFor();
  expect(pageErrors).toEqual([]);
  await checkPage(page, 'docs-search-phone');
  await close();
});

test.each([
  ['index.html', 'desktop', desktop],
  ['index.html', 'phone', phone],
  ['backend.html', 'desktop', desktop],
  ['sso/exchangeToken.html', 'phone', phone],
  ['guides/errors.html', 'desktop', desktop],
  ['guides/sdk/dpop.html', 'desktop', desktop],
  ['guides/webhooks.html', 'phone', phone],
  ['changelog.html', 'desktop', desktop],
])(
  'documentation site opened from a file: URL: %s on a %s is accessible and does not overflow',
  async (path, device, options) => {
    const { page, pageErrors, close } = await openBrowserSession(browser, options);
    await page.goto(site(path));
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(pageErrors).toEqual([]);
    await checkPage(page, `docs-${path.replace(/\W+/g, '-')}-${device}`);
    await close();
  },
);
