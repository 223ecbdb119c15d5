import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { checkState, expectNoMotion, signInWith } from '../fixtures/browser-session.ts';
import { openDemo, openSignedInPortal } from '../fixtures/web-pages.ts';
import { urlOf } from '../fixtures/identity.ts';
import { holdRequests, refuseConnections } from '../fixtures/chromium.ts';
import { useStarted } from '../fixtures/use-started.ts';

/** The longest name of an app, without a place to break. */
const longName = 'Notification'.repeat(6).slice(0, 64);
const unreachable = 'The service cannot be reached.';

const signedIn = useStarted(() => openSignedInPortal(['sso', 'backend', 'notifications', 'web']));
let page: Page;
beforeAll(async () => {
  ({ page } = signedIn.session);
  await page.goto(hostUrl());
  await signInWith(page, signedIn.owner);
});

const hostUrl = () => `${urlOf(signedIn.platform(), 'web')}/host`;
const consents = ({ pathname }: URL) => pathname === '/api/v1/host/consents';

test('host appearance: loading, a failure and an empty list of the settings are accessible', async () => {
  await page.getByText('No app has asked for permission yet.').waitFor();
  await checkState(page, 'host-empty');
  const held = await holdRequests(page, consents);
  await page.goto(hostUrl());
  await page.getByRole('status').filter({ hasText: 'Loading…' }).first().waitFor();
  await checkState(page, 'host-loading');
  await expectNoMotion(page, 'host loading');
  await held.release();
  const restore = await refuseConnections(page, consents);
  await page.goto(hostUrl());
  await page.getByRole('alert').getByText(unreachable).waitFor();
  await checkState(page, 'host-failed');
  await restore();
});

test('host appearance: a long name and a change that fails are accessible', async () => {
  const path = { appId: await signedIn.newApp(longName) };
  unwrap(await signedIn.portal.setConsent({ path, body: { status: 'granted' } }));
  await page.goto(hostUrl());
  const allowed = page.getByRole('switch', { name: longName });
  await allowed.waitFor();
  await expectNoMotion(page, 'host settings');
  const restore = await refuseConnections(page, ({ pathname }) => pathname.endsWith('/consent'), 'PUT');
  await allowed.click();
  await page.getByRole('alert').getByText(unreachable).waitFor();
  await checkState(page, 'host-long-name');
  await restore();
});

test('host appearance: prompt and payment sheet with their errors, and the results in the app, are accessible', async () => {
  const app = await openDemo(page);
  let restore = await refuseConnections(page, ({ pathname }) => pathname.endsWith('/consent'), 'PUT');
  await app.getByRole('button', { name: 'Allow notifications' }).click();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByRole('dialog').getByRole('alert').getByText(unreachable).waitFor();
  await checkState(page, 'host-prompt-failed');
  await restore();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await app.getByText('You allowed notifications.').waitFor();
  await checkState(page, 'host-allowed');

  restore = await refuseConnections(page, ({ pathname }) => pathname.startsWith('/host/backend/api/invoices/'));
  await app.getByRole('button', { name: 'Buy 100 coins for 0.99 USDC' }).click();
  const sheet = page.getByRole('dialog', { name: 'Pay Demo application' });
  await sheet.getByRole('alert').getByText(unreachable).waitFor();
  await checkState(page, 'host-invoice-failed');
  await restore();
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await app.getByText('You cancelled the payment.').waitFor();
  await checkState(page, 'host-cancelled');

  restore = await refuseConnections(page, ({ pathname }) => pathname === '/host/api/payments');
  await app.getByRole('button', { name: 'Buy 100 coins for 0.99 USDC' }).click();
  await sheet.getByText('0.99 USDC').waitFor();
  await sheet.getByRole('button', { name: 'Pay', exact: true }).click();
  await sheet.getByRole('alert').getByText(unreachable).waitFor();
  await checkState(page, 'host-payment-failed');
  await restore();
});

test('host appearance: arrived notifications with long texts, and the sign-in screen of a mini app alone, are accessible', async () => {
  const appId = await signedIn.newApp(longName);
  unwrap(await signedIn.portal.setConsent({ path: { appId }, body: { status: 'granted' } }));
  const sender = await signedIn.newSender(appId);
  await page.goto(hostUrl());
  await page.getByText('listening for notifications').waitFor();
  const body = 'Bestellbestätigung'.repeat(9).slice(0, 160);
  unwrap(await sender.sendNotification({ body: { sessionAddress: signedIn.owner.sub, body } }));
  await page.getByRole('button', { name: `Dismiss: ${body}` }).waitFor();
  await checkState(page, 'host-push-long');
  await expectNoMotion(page, 'host push');
  await page.getByRole('button', { name: `Dismiss: ${body}` }).click();

  await page.goto(`${urlOf(signedIn.platform(), 'web')}/mini-app`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await checkState(page, 'mini-app-sign-in');
  expect(signedIn.session.pageErrors).toEqual([]);
});
