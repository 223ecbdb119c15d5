import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostgres, startPostgres, type TemporaryPostgres } from '../fixtures/postgres.ts';
import { openBrowserSession, signInWith } from '../fixtures/browser-session.ts';
import { addAuthenticator, openChromium } from '../fixtures/chromium.ts';
import { expectWebhook, notifyAndClose, openDemo } from '../fixtures/web-pages.ts';
import { enrolOwner, testProvider, urlOf } from '../fixtures/identity.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { createServerDatabase } from '../fixtures/runtime/test-database.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

const services = ['sso', 'backend', 'notifications', 'web'];
// The demo's server receives webhooks on this machine.
const localWebhooks = { WEBHOOK_ALLOW_TARGETS: '127.0.0.0/8,::1/128' };

let browser: Browser;
beforeAll(async () => {
  browser = await openChromium();
});
afterAll(() => browser?.close());

test('end to end: a new user creates a passkey, allows notifications, taps one and pays', async () => {
  const platform = await startPlatform({ services, env: localWebhooks });
  try {
    await completeUserFlow(platform);
  } finally {
    await platform.stop();
    await deletePlatformData(platform);
  }
});

describe.skipIf(findPostgres() === undefined)('end to end on PostgreSQL', () => {
  let postgres: TemporaryPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());

  /** Settings with a separate database, and a web address that is known before the web service starts. */
  const distributed = async () => ({
    DATABASE_URL: await createServerDatabase(postgres.url),
    WEB_PORT: String(await freePort()),
  });

  test('end to end with DEMO_DATA=true: the web service runs as a separate process', async () => {
    const env = { ...localWebhooks, ...(await distributed()), DEMO_DATA: 'true' };
    const first = await startPlatform({ services: ['sso', 'backend', 'notifications'], env });
    const pages = await startPlatform({ services: ['web'], after: first });
    try {
      await completeUserFlow({ ...pages, urls: { ...first.urls, ...pages.urls } });
    } finally {
      await pages.stop();
      await first.stop();
      await deletePlatformData(first);
    }
  });

  test("portal with WEB_PROVIDER_ADDRESS: developers sign in with the operator's provider", async () => {
    const first = await startPlatform({ services: ['sso'], env: await distributed() });
    const WEB_PROVIDER_ADDRESS = await testProvider(first);
    const env = { WEB_PROVIDER_ADDRESS };
    const pages = await startPlatform({ services: ['notifications', 'web'], after: first, env });
    const session = await openBrowserSession(browser);
    try {
      const { page } = session;
      await page.goto(urlOf(pages, 'web'));
      await page.locator('label', { hasText: 'Build a mini app' }).click();
      await page.getByRole('main').getByRole('link', { name: 'Developer portal' }).waitFor();
      expect(await page.getByRole('link', { name: 'Web host' }).count()).toBe(0);
      await page.locator('label', { hasText: 'Sign users in' }).click();
      await page.getByRole('button', { name: 'Show the QR code' }).click();
      await page.getByRole('img', { name: 'QR code of the sign-in link' }).waitFor();
      await page.getByRole('link', { name: 'Back to the start' }).click();
      await page.locator('label', { hasText: 'Sign users in' }).click();
      await page.getByRole('img', { name: 'QR code of the sign-in link' }).waitFor();
      await page.getByRole('navigation', { name: 'Platform' }).getByRole('link', { name: 'Developer portal' }).click();
      await signInWith(page, await enrolOwner(first));
      await page.getByText('You have no app yet.').waitFor();
      expect(session.pageErrors).toEqual([]);
    } finally {
      await session.close();
      await pages.stop();
      await first.stop();
      await deletePlatformData(first);
    }
  });
});

/** Runs the whole flow of a user. */
async function completeUserFlow(platform: RunningPlatform): Promise<void> {
  const session = await openBrowserSession(browser);
  const { page } = session;
  await page.goto(urlOf(platform, 'web'));
  await page.locator('label', { hasText: 'Build a mini app' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Web host' }).click();
  await signInWithNewPasskey(page);
  await page.getByText('listening for notifications').waitFor();

  const app = await openDemo(page);
  await allowNotifications(page, app);

  await notifyAndClose(page, app);
  const push = page.getByRole('button', { name: /^Demo application.*Your order \d+ is ready/ });
  await push.waitFor();
  const [order] = /\d{6}/.exec(await push.innerText()) ?? [];
  await push.click();

  const opened = page.frameLocator('iframe');
  await opened.getByText(`order=${order}`).waitFor();
  await expectWebhook(opened, 'delivered');
  await expectWebhook(opened, 'clicked');

  await opened.getByRole('button', { name: 'Buy 100 coins for 0.99 USDC' }).click();
  const sheet = page.getByRole('dialog', { name: 'Pay Demo application' });
  await sheet.getByText('0.99 USDC').waitFor();
  await sheet.getByRole('button', { name: 'Pay', exact: true }).click();
  await opened.getByText('Paid. Thank you!').waitFor();
  await opened.getByRole('row', { name: /0\.99 USDC paid/ }).waitFor();

  expect(session.pageErrors).toEqual([]);
  const platformOrigins = ['web', 'sso', 'notifications', 'backend'].map((name) => urlOf(platform, name));
  expect([...session.requestedOrigins].filter((origin) => !platformOrigins.includes(origin))).toEqual([]);
  await session.close();
}

/** Creates a passkey on the provider's page that the sign-in opens, which approves the host. */
async function signInWithNewPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/approve\//);
  await addAuthenticator(page);
  await page.getByLabel('Name of the new passkey').fill('Ada’s laptop');
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

/** Declines the first permission prompt and allows the second. */
async function allowNotifications(page: Page, app: FrameLocator): Promise<void> {
  const ask = app.getByRole('button', { name: 'Allow notifications' });
  const prompt = page.getByRole('dialog', { name: 'Allow Demo application to notify you?' });
  await ask.click();
  await prompt.getByRole('button', { name: 'Not now' }).click();
  await app.getByText('You declined notifications.').waitFor();
  await ask.click();
  await prompt.getByRole('button', { name: 'Allow', exact: true }).click();
  await app.getByText('You allowed notifications.').waitFor();
}
