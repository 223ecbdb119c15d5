import { beforeAll, expect, test } from 'vitest';
import { createSsoClient, type SsoApiClient } from '../../generated/sso/client.ts';
import { deviceMiddleware } from '../../src/client/http/middleware.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { checkAtBothSizes, checkPage, phone } from '../fixtures/browser-session.ts';
import { finishSignIn, startSignIn } from '../fixtures/identity.ts';
import { createIdentity, openProviderPages } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

const pages = useStarted(openProviderPages);
let baseUrl: string;
let sso: SsoApiClient;
beforeAll(async () => {
  ({ baseUrl, sso } = pages);
});

/** A software phone with a new key, or with a given one. */
const softwarePhone = (key = newKey()) =>
  createSsoClient({ baseUrl, middleware: [deviceMiddleware({ keypair: key })] });

test('account page: a device joins with the link of the QR code, which survives a reload', async () => {
  const { page, context } = await pages.openPage();
  const sub = await createIdentity(page, baseUrl);
  await page.getByRole('button', { name: 'Link a phone or device' }).click();
  const dialog = page.getByRole('dialog');
  const link = await dialog.locator('.link-text').innerText();
  expect(link).toMatch(new RegExp(`^${baseUrl}/link/[\\w-]{43}$`));
  await checkAtBothSizes(page, 'account-link');
  await page.reload();
  await expect.poll(() => dialog.locator('.link-text').innerText()).toBe(link);

  const device = softwarePhone();
  const secret = link.split('/').at(-1) ?? '';
  const asked = page.waitForRequest('**/owner/sessions*');
  const read = Promise.withResolvers<void>();
  await page.route('**/owner/sessions*', async (route) => {
    await read.promise;
    await route.continue();
  });
  expect(unwrap(await device.createDevice({ body: { name: 'Pocket phone', link: secret } })).sub).toBe(sub);
  // The page reloads its lists and disables its buttons: a concurrent change would be missing in the lists.
  await asked;
  expect(await page.getByRole('button', { name: 'Sign out' }).getAttribute('aria-disabled')).toBe('true');
  read.resolve();
  await page.getByText('Pocket phone was linked.').waitFor();
  expect(await page.getByRole('button', { name: 'Sign out' }).getAttribute('aria-disabled')).toBeNull();
  await page.getByRole('button', { name: /^Remove the device Pocket phone/ }).waitFor();
  expect(await page.getByText('You have one way to sign in.').count()).toBe(0);
  await checkAtBothSizes(page, 'account-linked');
  const used = await page.goto(link);
  expect(used?.status()).toBe(404);
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
  await checkPage(page, 'link-expired');
  await context.close();
});

test('account page: a second browser opens the link, adds a passkey, and is listed and signed out', async () => {
  const first = await pages.openPage();
  const sub = await createIdentity(first.page, baseUrl);
  await first.page.getByRole('button', { name: 'Link a phone or device' }).click();
  const link = await first.page.getByRole('dialog').locator('.link-text').innerText();

  const second = await pages.openPage(phone);
  await second.page.goto(link);
  await second.page.getByLabel('Name of this device').fill('Phone');
  await checkPage(second.page, 'phone-link');
  await second.page.getByRole('button', { name: 'Link this device' }).click();
  await second.page.waitForURL(`${baseUrl}/owner#authenticators`);
  expect(await second.page.locator('.account code').textContent()).toBe(sub);

  await first.page.getByText('Phone was linked.').waitFor();
  const browsers = first.page.getByRole('list', { name: 'Signed-in browsers' }).getByRole('listitem');
  await expect.poll(() => browsers.count()).toBe(2);
  expect(await browsers.allInnerTexts()).toEqual([
    expect.stringMatching(/Chrome on Linux, 127\.0\.0\.0\/24\s+Last used/),
    expect.stringMatching(/This browser/),
  ]);
  await browsers.getByRole('button', { name: /^End the session of/ }).click();
  await expect.poll(() => browsers.count()).toBe(1);
  await second.page.reload();
  await second.page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();

  await first.page.getByRole('button', { name: 'End all sessions' }).click();
  await first.page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
  await first.page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await Promise.all([first.context.close(), second.context.close()]);
});

test('recovery: a code adds a passkey in another browser, every page reports it, and the identity can be erased', async () => {
  const lost = await pages.openPage();
  const sub = await createIdentity(lost.page, baseUrl);
  await lost.page.getByText('You have one way to sign in.').waitFor();
  await lost.page.getByRole('button', { name: 'Create recovery codes' }).click();
  const dialog = lost.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'I have saved them' }).waitFor();
  const codes = await dialog.locator('.codes code').allInnerTexts();
  expect(codes).toHaveLength(10);
  await checkAtBothSizes(lost.page, 'account-recovery-codes');
  await lost.page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await lost.page.getByText('You have 10 unused codes.').waitFor();
  expect(await lost.page.getByText('You have one way to sign in.').count()).toBe(0);

  const found = await pages.openPage(phone);
  await found.page.goto(`${baseUrl}/owner`);
  await found.page.getByRole('link', { name: 'Use a recovery code' }).click();
  await found.page.getByRole('heading', { name: 'Recover your identity' }).waitFor();
  await found.page.getByLabel('Recovery code').fill('0000-0000-0000-0000');
  await found.page.getByRole('button', { name: 'Recover' }).click();
  await found.page.getByRole('alert').getByText('This recovery code is not valid or was used before.').waitFor();
  await checkPage(found.page, 'phone-recover');
  await found.page.getByLabel('Recovery code').fill(codes[3]?.toLowerCase() ?? '');
  await found.page.getByRole('button', { name: 'Recover' }).click();
  await found.page.getByRole('heading', { name: 'Recovered' }).waitFor();
  await checkPage(found.page, 'phone-recovered');
  await lost.page.reload();
  await lost.page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();

  await found.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await found.page.getByText('A recovery code was used.').waitFor();
  expect(await found.page.locator('.account code').textContent()).toBe(sub);
  await checkAtBothSizes(found.page, 'account-recovered');

  const asked = await startSignIn(sso, { agentName: 'Nightly build' });
  await found.page.goto(asked.deepLink);
  await found.page.getByText('A recovery code was used.').waitFor();
  await found.page.getByText('“Nightly build”').waitFor();
  await found.page.getByRole('button', { name: 'It was me' }).click();
  await expect.poll(() => found.page.getByText('A recovery code was used.').count()).toBe(0);
  await found.page.getByRole('radio', { name: asked.comparisonCode }).check();
  await found.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await found.page.getByRole('heading', { name: 'Approved' }).waitFor();
  await finishSignIn(sso, asked);

  await found.page.goto(`${baseUrl}/owner`);
  await found.page.getByText('Calls itself “Nightly build”').waitFor();
  expect(await found.page.getByText('A recovery code was used.').count()).toBe(0);
  await found.page.getByRole('button', { name: /^Rename Demo application/ }).click();
  await found.page.getByLabel('New name').fill('Build machine');
  await found.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await found.page.getByRole('button', { name: /^Disconnect Build machine/ }).waitFor();
  const events = await found.page.getByRole('list', { name: 'Activity' }).getByRole('listitem').allInnerTexts();
  expect(events.join('\n')).toContain('A recovery code added a passkey');
  expect(events.join('\n')).toContain('Demo application was approved');
  await checkAtBothSizes(found.page, 'account-full');
  const download = found.page.waitForEvent('download');
  await found.page.getByRole('link', { name: 'Download as JSON' }).click();
  expect((await download).suggestedFilename()).toMatch(/^activity-\d{4}-\d\d-\d\d\.json$/);

  await found.page.getByRole('button', { name: 'Delete …' }).click();
  await found.page.getByRole('button', { name: 'Delete for good' }).click();
  await found.page.getByRole('heading', { name: 'Deleted' }).waitFor();
  await Promise.all([lost.context.close(), found.context.close()]);
});
