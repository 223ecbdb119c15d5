import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSsoClient } from '../../generated/sso/client.ts';
import { dpopMiddleware } from '../../src/client/http/middleware.ts';
import { openFirefox, openFirefoxPage } from '../fixtures/firefox.ts';
import { finishSignIn, newKey, startSignIn, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

// The journeys of a newcomer, an owner and a developer, one after the other in one browser.

let platform: RunningPlatform;
let browser: Browser;
let page: Page;
const errors: string[] = [];
beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openFirefox()]);
  page = await openFirefoxPage(browser, errors);
});
afterAll(async () => {
  await browser?.close();
  await platform?.stop();
  await deletePlatformData(platform);
});

const button = (name: string) => page.locator(`::-p-aria([name="${name}"][role="button"])`);
async function heading(name: string): Promise<void> {
  await page
    .locator(`::-p-aria([name="${name}"][role="heading"])`)
    .wait()
    .catch(async (cause: unknown) => {
      const shown = String(await page.evaluate('document.body.innerText'));
      throw new Error(`The page has no heading “${name}”. It shows: ${shown}`, { cause });
    });
}

test('Firefox: a newcomer signs in from the start page with a new passkey, and comes back by themselves', async () => {
  await page.goto(urlOf(platform, 'web'));
  await page.locator('label::-p-text(Sign users in)').click();
  await page.locator('::-p-aria(Try it on this device)').click();
  await heading('Demo application asks you to sign in');
  await button('Create a passkey').click();
  await button('Approve').click();
  await heading('Signed in');
  expect(new URL(page.url()).pathname).toBe('/try');
});

test('Firefox: an owner lets an agent act for them, sees it at the account, and disconnects it', async () => {
  const key = newKey();
  const sso = createSsoClient({ baseUrl: urlOf(platform, 'sso'), middleware: [dpopMiddleware({ keypair: key })] });
  const signIn = await startSignIn(sso, { jkt: key.jkt, agentName: 'release-bot' });
  await page.goto(signIn.deepLink);
  await heading('Let “release-bot” act for you?');
  await page.locator(`label::-p-text(${signIn.comparisonCode})`).click();
  await button('Approve').click();
  await heading('Approved');
  await finishSignIn(sso, signIn);
  await page.locator('::-p-aria(See your agents)').click();
  const agent = `[data-key="${key.jkt}"]`;
  await page.locator(`${agent} ::-p-text(release-bot)`).wait();
  await page.locator(`${agent} button[aria-label^="Disconnect"]`).click();
  await page.locator('dialog[open] button[value="yes"]').click();
  await expect.poll(() => page.$$(agent).then(({ length }) => length)).toBe(0);
});

test('Firefox: a developer signs in to the portal, creates an app and gets its key', async () => {
  await page.goto(`${urlOf(platform, 'web')}/portal`);
  await button('Sign in').click();
  await button('Approve').click();
  await button('New app').click();
  await page.locator('::-p-aria([name="Name"][role="textbox"])').fill('Coffee Corner');
  await button('Create the app').click();
  await heading('Coffee Corner');
  await button('Issue a key').click();
  await page.locator('::-p-text(ank_)').wait();
});

test('Firefox: no page of these journeys writes an error to the console', () => {
  expect(errors).toEqual([]);
});
