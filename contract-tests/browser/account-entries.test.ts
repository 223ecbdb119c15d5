import { beforeAll, expect, test } from 'vitest';
import type { SsoApiClient } from '../../generated/sso/client.ts';
import type { CreatePasskeyRequest } from '../../generated/sso/types.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { checkAtThreeSizes, checkPage } from '../fixtures/browser-session.ts';
import { addSecurityKey } from '../fixtures/chromium.ts';
import { enrolOwner, startSignIn } from '../fixtures/identity.ts';
import { demoProvider } from '../fixtures/platform.ts';
import { openProviderPages } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';

const pages = useStarted(openProviderPages);
let sso: SsoApiClient;
beforeAll(async () => {
  ({ sso } = pages);
});

test('account page: a device is renamed, and removed after the passkey confirms it', async () => {
  const owner = await enrolOwner(pages.platform);
  const { publicKey } = unwrap(await owner.sso.createPasskeyRegistrationOptions({ body: { name: 'Laptop' } }));
  const { page, context } = await pages.openPage();
  await page.goto(`${pages.baseUrl}/owner`);
  await page.getByRole('button', { name: 'Create a passkey' }).waitFor();
  const credential: CreatePasskeyRequest['credential'] = await page.evaluate(async (options) => {
    const json: PublicKeyCredentialCreationOptionsJSON = JSON.parse(options);
    const created = await navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json),
    });
    if (!(created instanceof PublicKeyCredential)) throw new Error('The browser created no passkey.');
    return JSON.parse(JSON.stringify(created.toJSON()));
  }, JSON.stringify(publicKey));
  expect(unwrap(await owner.sso.createPasskey({ body: { credential } })).sub).toBe(owner.sub);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();

  const entries = page.getByRole('list', { name: 'Ways to sign in' }).getByRole('listitem');
  await page.getByRole('button', { name: /^Rename the device Test phone/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New name').fill(' ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByLabel('New name').fill('Old phone');
  await checkPage(page, 'desktop-owner-rename-device');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Rename the device Old phone/ }).waitFor();
  await page.getByRole('button', { name: /^Rename the passkey Laptop/ }).click();
  await dialog.getByLabel('New name').fill('Not kept');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await entries.allInnerTexts()).toEqual([
    expect.stringMatching(/^Old phone\s+Device, last used/),
    expect.stringMatching(/^Laptop\s+Passkey, last used/),
  ]);
  await checkAtThreeSizes(page, 'account-both-kinds');

  await page.getByRole('button', { name: /^Remove the device Old phone/ }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => entries.count()).toBe(1);
  expect((await owner.sso.getOwner()).status).toBe(401);
  await context.close();
});

test('account page: connections are disconnected after confirmation, passkeys removed, and the identity deleted', async () => {
  const { deepLink, pollingCode, verifier } = await startSignIn(sso);
  const { page, context, authenticator } = await pages.openPage();
  await page.goto(deepLink);
  await page.getByLabel('Name of the new passkey').fill('Work laptop');
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.getByRole('radio', { name: 'It shows no code' }).check();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('approving signs that person in as you').waitFor();
  await checkPage(page, 'desktop-no-code');
  await page.getByRole('button', { name: 'Approve without a code' }).click();
  await page.getByRole('heading', { name: 'Approved' }).waitFor();
  const { authorization_code: code = '' } = unwrap(
    await sso.pollAuthorization({ body: { polling_code: pollingCode } }),
  );
  const tokens = unwrap(
    await sso.exchangeToken({
      body: { grant_type: 'authorization_code', code, client_id: demoProvider, code_verifier: verifier },
    }),
  );

  await page.goto(`${pages.baseUrl}/owner`);
  await page.getByRole('button', { name: /^Disconnect Demo application/ }).waitFor();
  expect(await page.getByText('You have one way to sign in.').count()).toBe(1);
  await page.getByRole('heading', { name: 'Security: 1 of 3 steps' }).waitFor();
  await page.getByText('It can act for you at Forum and Notifications.').waitFor();
  await page
    .getByRole('navigation', { name: 'Sections of your account' })
    .getByRole('link', { name: 'Recovery codes' })
    .click();
  expect(new URL(page.url()).hash).toBe('#recovery');
  await checkAtThreeSizes(page, 'account');

  await page.getByRole('button', { name: /^Disconnect Demo application/ }).click();
  const question = await page.getByRole('dialog').innerText();
  expect(question).toContain(
    'The platform refuses it within seconds, and servers that check tokens on their own within 15',
  );
  await checkPage(page, 'phone-owner-question');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^Disconnect Demo application/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('No application or agent is connected.').waitFor();
  const refreshed = await sso.exchangeToken({
    body: { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '', client_id: demoProvider },
  });
  expect(refreshed.status).toBe(400);

  // The only passkey has no Remove button; with two, each has one.
  const passkeys = page.getByRole('list', { name: 'Ways to sign in' }).getByRole('listitem');
  expect(await page.getByRole('button', { name: /^Remove the passkey/ }).count()).toBe(0);
  await addSecurityKey(page, authenticator);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const remove = page.getByRole('button', { name: /^Remove the passkey Work laptop/ });
  await remove.waitFor();
  expect(await passkeys.allInnerTexts()).toEqual([
    expect.stringMatching(/Work laptop\s+Passkey, last used .*\s+Added today/),
    expect.any(String),
  ]);
  await checkPage(page, 'phone-owner-passkeys');
  await remove.click();
  await checkPage(page, 'phone-owner-remove-passkey');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await remove.waitFor({ state: 'detached' });
  await expect.poll(() => passkeys.count()).toBe(1);
  await page.setViewportSize({ width: 1280, height: 900 });
  await checkPage(page, 'desktop-owner-passkey-removed');

  await page.getByRole('button', { name: 'Delete …' }).click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await page.getByRole('heading', { name: 'Deleted' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await context.close();
});
