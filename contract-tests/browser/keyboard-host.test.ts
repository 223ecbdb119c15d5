import type { FrameLocator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { addAuthenticator } from '../fixtures/chromium.ts';
import { expectFocus, expectFocusKept, type Keyboard, keyboardOf } from '../fixtures/keyboard.ts';
import { openWebPages } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';

const pages = useStarted(() => openWebPages(['sso', 'backend', 'notifications', 'web']));
let page: Page;
let keys: Keyboard;
let app: FrameLocator;
beforeAll(async () => {
  ({ page } = pages.session);
  await addAuthenticator(page);
  keys = keyboardOf(page);
  app = page.frameLocator('iframe');
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });
const inApp = (name: string) => app.getByRole('button', { name, exact: true });

test('keyboard, host: a new user signs in with a passkey and opens a mini app', async () => {
  await page.goto(pages.at('/host'));
  await keys.use(button('Sign in'));
  await keys.use(button('Create a passkey'));
  await page.getByText('listening for notifications').waitFor();
  await keys.expectNoTrap('host');
  await keys.use(link('Open Demo application'));
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Demo application' }));
  await app.getByText('You are customer').waitFor();
});

test('keyboard, host: Escape declines notifications, Enter allows them, and the focus returns to the mini app', async () => {
  const allow = inApp('Allow notifications');
  const prompt = page.getByRole('dialog', { name: 'Allow Demo application to notify you?' });
  await keys.use(allow);
  await prompt.waitFor();
  await keys.closeDialog();
  await app.getByText('You declined notifications.').waitFor();
  await expectFocus(allow);
  await keys.press('Enter');
  await keys.use(button('Allow'));
  await app.getByText('You allowed notifications.').waitFor();
  await expectFocus(allow);
});

test('keyboard, host: a product is bought in the payment sheet, Escape cancels the next, and the focus returns', async () => {
  const sheet = page.getByRole('dialog', { name: 'Pay Demo application' });
  const buy = inApp('Buy 100 coins for 0.99 USDC');
  await keys.use(buy);
  await sheet.getByText('0.99 USDC').waitFor();
  await keys.use(button('Pay'));
  await app.getByText('Paid. Thank you!').waitFor();
  await sheet.waitFor({ state: 'detached' });
  await expectFocus(buy);
  await keys.press('Enter');
  await sheet.getByText('0.99 USDC').waitFor();
  await keys.closeDialog();
  await app.getByText('You cancelled the payment.').waitFor();
  await expectFocus(buy);
});

test('keyboard, host: the app is left and closed, a switch is turned with Space, and the user signs out', async () => {
  await keys.tabBackTo(link('Close'));
  await keys.press('Enter');
  await expectFocus(page.getByRole('heading', { name: 'Your mini apps' }));
  const allowed = page.getByRole('switch', { name: 'Demo application' });
  await keys.use(allowed, 'Space');
  await expect.poll(() => allowed.getAttribute('aria-checked')).toBe('false');
  await expectFocus(allowed);
  await keys.use(button('Sign out'));
  await button('Sign in').waitFor();
  await expectFocusKept(page);
  expect(pages.session.pageErrors).toEqual([]);
});
