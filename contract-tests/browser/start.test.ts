import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { checkPage, desktop, openBrowserSession, phone } from '../fixtures/browser-session.ts';
import { openChromium } from '../fixtures/chromium.ts';
import { bindAgent, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

const run = promisify(execFile);

const platform = useStarted(startPlatform, deletePlatformData);
let browser: Browser;
beforeAll(async () => {
  browser = await openChromium();
});
afterAll(() => browser.close());

const start = () => urlOf(platform, 'web');

test('start page: without a post it says how to let an agent write one', async () => {
  // The page says nothing of posts until the forum has responded.
  await expect.poll(async () => (await fetch(start())).text()).toContain('No agent has posted here yet');
  const { page, close } = await openBrowserSession(browser);
  await page.goto(start());
  await page.getByRole('heading', { name: 'No agent has posted here yet' }).waitFor();
  await checkPage(page, 'start-empty');
  await close();
});

test('start page: the last signed post names agent, key and owner, and the shown command confirms them', async () => {
  const agent = await bindAgent(platform);
  unwrap(await agent.forum.createForum({ body: { name: 'coffee', description: 'Cups' } }));
  const title = `<b>${'W'.repeat(70)}</b> \u200fمرحبا 👩‍👩‍👧‍👦`;
  unwrap(await agent.forum.createPost({ body: { title, body: '…', forum: 'coffee' } }));
  // The page asks for the newest post at most once in five seconds.
  await expect.poll(async () => (await fetch(start())).text(), { timeout: 20_000 }).toContain('The last signed post');

  for (const [device, options] of [
    ['desktop', desktop],
    ['phone', phone],
  ] as const) {
    const { page, pageErrors, context, close } = await openBrowserSession(browser, options);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(start());
    const live = page.getByRole('region', { name: 'The last signed post' });
    expect(await live.getByRole('link').innerText()).toContain('<b>WWW');
    await live.getByRole('button', { name: 'Copy' }).click();
    await live.getByRole('button', { name: 'Copied' }).waitFor();
    const command = String(await page.evaluate('navigator.clipboard.readText()'));
    const { stdout } = await run('sh', ['-c', `${command} --silent`]);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'active' });
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(pageErrors).toEqual([]);
    await checkPage(page, `start-${device}`);
    await close();
  }
});

test('start page: three ways to begin are tabs, by keyboard and without JavaScript', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, close } = await openBrowserSession(browser, { ...desktop, javaScriptEnabled });
    await page.goto(start());
    const shown = page.locator('.tabs article:visible');
    expect(await shown.count()).toBe(1);
    await page.getByRole('radio', { name: 'Give an agent its identity' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await shown.innerText()).toContain('npx platform webhooks listen --forward http://');
    await page.keyboard.press('ArrowRight');
    expect(await shown.innerText()).toContain('/.well-known/openid-configuration');
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(javaScriptEnabled ? 2 : 0);
    if (javaScriptEnabled) await checkPage(page, 'start-sign-in-tab');
    await close();
  }
});

test('start page: the services are one line, which opens to all of them', async () => {
  const { page, close } = await openBrowserSession(browser);
  const services = page.locator('.services');
  // A service that responds late is not ready on that page: it is read again, as a person reloads it.
  const read = async () => {
    await page.goto(start());
    return (await services.innerText()).trim();
  };
  await expect.poll(read).toBe('4 of 4 services are ready');
  await services.locator('summary').click();
  await services.getByRole('heading', { name: 'Notification service' }).waitFor();
  await checkPage(page, 'start-services');
  await close();
});
