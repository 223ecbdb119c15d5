import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BrowserSession, openBrowserSession } from '../fixtures/browser-session.ts';
import { addAuthenticator, openChromium } from '../fixtures/chromium.ts';
import { heardIn, notifyAndClose, openDemo } from '../fixtures/demo-app.ts';
import { urlOf } from '../fixtures/identity.ts';
import { forget, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

let platform: RunningPlatform;
let browser: Browser;
let session: BrowserSession;
beforeAll(async () => {
  platform = await startPlatform({
    services: ['sso', 'backend', 'notifications', 'web'],
    // The demo's server hears outcomes on this machine.
    env: { WEBHOOK_ALLOW_TARGETS: '127.0.0.0/8,::1/128' },
  });
  browser = await openChromium();
  session = await openBrowserSession(browser);
}, 60_000);
afterAll(async () => {
  await session?.close();
  await browser?.close();
  await platform?.stop();
  await forget(platform);
});

test('the whole story: a new person creates a passkey, allows notifications, taps one and pays', async () => {
  const { page } = session;
  await page.goto(urlOf(platform, 'web'));
  await page.getByRole('link', { name: 'Web host' }).click();
  await signInWithNewPasskey(page);
  await page.getByText('listening for notifications').waitFor();

  const app = await openDemo(page);
  await allowNotifications(page, app);

  await notifyAndClose(page, app);
  const push = page.getByRole('button', { name: /^Demo application.*Your order \d+ is ready/ });
  await push.waitFor({ timeout: 30_000 });
  const [order] = /\d{6}/.exec(await push.innerText()) ?? [];
  await push.click();

  const booted = page.frameLocator('iframe');
  await booted.getByText(`order=${order}`).waitFor();
  await heardIn(booted, 'delivered');
  await heardIn(booted, 'clicked');

  await booted.getByRole('button', { name: 'Buy 100 coins for 0.99 USDC' }).click();
  const sheet = page.getByRole('dialog', { name: 'Pay Demo application' });
  await sheet.getByText('0.99 USDC').waitFor();
  await sheet.getByRole('button', { name: 'Pay', exact: true }).click();
  await booted.getByText('Paid. Thank you!').waitFor();
  await booted.getByRole('row', { name: /0\.99 USDC paid/ }).waitFor();

  expect(session.complaints).toEqual([]);
  const own = ['web', 'sso', 'notifications', 'backend'].map((name) => urlOf(platform, name));
  expect([...session.called].filter((origin) => !own.includes(origin))).toEqual([]);
});

/** Enrols in the provider's page that the sign-in opens, with a fingerprint reader, and approves there. */
async function signInWithNewPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click();
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'approve in this browser' }).click();
  const approval = await opened;
  await addAuthenticator(approval);
  await approval.getByLabel('Name of the new passkey').fill('Ada’s laptop');
  await approval.getByRole('button', { name: 'Create a passkey' }).click();
  await approval.getByRole('heading', { name: 'Connect Demo application?' }).waitFor();
  expect(await approval.locator('main').innerText()).toContain(await page.locator('.comparison').innerText());
  await approval.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await approval.close();
}

/** Says no first: the app may ask again, and the budget of prompts allows it. */
async function allowNotifications(page: Page, app: FrameLocator): Promise<void> {
  const ask = app.getByRole('button', { name: 'Allow notifications' });
  const prompt = page.getByRole('dialog', { name: 'Allow Demo application to notify you?' });
  await ask.click();
  await prompt.getByRole('button', { name: 'Not now' }).click();
  await app.getByText('You said no.').waitFor();
  await ask.click();
  await prompt.getByRole('button', { name: 'Allow', exact: true }).click();
  await app.getByText('You allowed notifications.').waitFor();
}
