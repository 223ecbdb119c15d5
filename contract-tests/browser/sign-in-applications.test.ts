import type { Browser } from 'playwright-core';
import { PNG } from 'pngjs';
import { beforeAll, expect, test } from 'vitest';
import { createSsoClient } from '../../generated/sso/client.ts';
import { type BrowserSession, checkPage, openBrowserSession, phone, signInWith } from '../fixtures/browser-session.ts';
import { enrolOwner, type Owner, startSignIn, urlOf } from '../fixtures/identity.ts';
import type { RunningPlatform } from '../fixtures/platform.ts';
import { openWebPages } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';

const pages = useStarted(() => openWebPages(['sso', 'notifications', 'web']));
let platform: RunningPlatform;
let browser: Browser;
let owner: Owner;
let session: BrowserSession;
beforeAll(async () => {
  ({ platform, browser, session } = pages);
  owner = await enrolOwner(platform);
});

test('portal: a developer registers a sign-in application, and the secret stays until they saved it', async () => {
  const { page } = session;
  await page.goto(pages.at('/portal/applications'));
  await signInWith(page, owner);
  await page.getByText('You have no sign-in application yet').waitFor();
  await checkPage(page, 'applications-empty-desktop');
  await page.getByRole('button', { name: 'New application' }).click();
  await page.getByLabel('Name').fill('Team Calendar');
  await checkPage(page, 'applications-new-desktop');
  await page.getByRole('button', { name: 'Register the application' }).click();
  await page.getByRole('heading', { name: 'Team Calendar' }).waitFor();
  const secret = await page.locator('code', { hasText: /^[\w-]{43}$/ }).innerText();
  await checkPage(page, 'application-setup-desktop');
  await page.getByRole('link', { name: 'Credentials' }).click();
  await page.getByText(secret).waitFor();
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await expect.poll(() => page.getByText(secret).count()).toBe(0);
  await checkPage(page, 'application-credentials-desktop');
});

test('portal: the setup of a sign-in application shows code with its own client id', async () => {
  const { page } = session;
  await page.getByRole('link', { name: 'Setup' }).click();
  const clientId = page.url().split('/').at(-2) ?? '';
  for (const framework of ['next', 'express', 'django', 'spring', 'proxy']) {
    await page.getByLabel('Framework').selectOption(framework);
    const code = await page.locator('pre').first().innerText();
    expect([code.includes(clientId), code.includes(urlOf(platform, 'sso'))]).toEqual([true, true]);
  }
  await page.getByText('/oauth2/callback, which is not registered').waitFor();
});

test('portal: addresses of a sign-in application are saved, and a wrong one is named at its field', async () => {
  const { page } = session;
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Redirect URIs').fill('http://calendar.example/callback');
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('alert')
    .getByText(/^Line 1 must be an https URI/)
    .waitFor();
  await page.getByLabel('Redirect URIs').fill('https://calendar.example/callback');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByLabel('What does the application do there?').fill('Members post from the calendar.');
  await page.getByRole('button', { name: 'Ask for the reach platform' }).click();
  await page.getByText('waits for an administrator').waitFor();
  await checkPage(page, 'application-settings-desktop');
});

test('portal: the icon of a sign-in application is chosen from a file, and an origin without its proof is no resource', async () => {
  const { page } = session;
  const png = new PNG({ width: 8, height: 8 });
  png.data.fill(200);
  await page.getByLabel('Icon').setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer: PNG.sync.write(png) });
  const icon = page.locator('h1 img');
  await icon.waitFor();
  expect(await icon.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(8);
  await page.getByLabel('Icon').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await page.getByText('neither a PNG nor a JPEG').waitFor();
  await page.getByRole('link', { name: 'Resources' }).click();
  await page.getByText('You have no resource yet').waitFor();
  await page.getByLabel('Origin').fill('https://unproven.invalid');
  await page.getByRole('button', { name: 'Add the resource' }).click();
  await page.getByRole('alert').waitFor();
  await checkPage(page, 'application-resources-desktop');
});

test('portal: a type of request is registered with its schema and its sentences, and a wrong one is named at its field', async () => {
  const { page } = session;
  await page.getByRole('link', { name: 'Request types' }).click();
  await page.getByText('You have no type yet').waitFor();
  await page.getByLabel('Name').fill('booking');
  await page.getByLabel('Sentence in English').fill('Book {price}');
  await page.getByLabel('Schema').fill('{');
  await page.getByRole('button', { name: 'Register the type' }).click();
  await page.getByRole('alert').getByText('This is not JSON.').waitFor();
  const properties = { room: { type: 'string' }, nights: { type: 'integer' } };
  await page.getByLabel('Schema').fill(JSON.stringify({ type: 'object', required: ['room'], properties }));
  await page.getByRole('button', { name: 'Register the type' }).click();
  await page.getByRole('alert').getByText('names {price}').waitFor();
  await page.getByLabel('Sentence in English').fill('Book {room} for {nights} nights');
  await page.getByRole('button', { name: 'Register the type' }).click();
  await page.getByRole('heading', { name: 'booking' }).waitFor();
  await page.getByText('Book {room} for {nights} nights').waitFor();
  await checkPage(page, 'application-types-desktop');
});

test('portal: a type is used once only when its developer says so', async () => {
  const { page } = session;
  const usedOnce = page.getByLabel('Used once: what a person granted is good for one action');
  const cardOf = (name: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });
  const said = 'A granted request of this type is used once.';
  await page.getByLabel('Name').fill('refund');
  await page.getByLabel('Sentence in English').fill('Refund {room}');
  await usedOnce.check();
  await page.getByRole('button', { name: 'Register the type' }).click();
  await cardOf('refund').getByText(said).waitFor();
  expect(await cardOf('booking').getByText(said).count()).toBe(0);
  // The next type starts without it.
  await expect.poll(() => usedOnce.isChecked()).toBe(false);
  await page.reload();
  await cardOf('refund').getByText(said).waitFor();
});

test('approval page: a detail of a registered type is shown in the words of the application, with all members', async () => {
  const clientId = new URL(session.page.url()).pathname.split('/').at(-2) ?? '';
  const details = JSON.stringify([{ type: `${clientId}:booking`, room: 'Pay <b>0</b>', nights: 2 }]);
  const { deepLink } = await startSignIn(createSsoClient({ baseUrl: urlOf(platform, 'sso') }), { clientId, details });
  const approver = await openBrowserSession(browser, phone);
  try {
    await approver.page.goto(deepLink);
    const asked = approver.page.getByRole('list', { name: 'It also asks for this, once' });
    await asked.waitFor();
    expect(await asked.locator('span').allInnerTexts()).toEqual([
      'In the words of the application:',
      'Book "Pay <b>0</b>" for 2 nights',
      'room: "Pay <b>0</b>"',
      'nights: 2',
    ]);
    await checkPage(approver.page, 'approval-registered-type-phone');
    expect(approver.pageErrors).toEqual([]);
  } finally {
    await approver.close();
  }
});

test('approval page: the icon of the application stands beside its name', async () => {
  const clientId = new URL(session.page.url()).pathname.split('/').at(-2) ?? '';
  const { deepLink } = await startSignIn(createSsoClient({ baseUrl: urlOf(platform, 'sso') }), { clientId });
  const approver = await openBrowserSession(browser, phone);
  try {
    await approver.page.goto(deepLink);
    const icon = approver.page.locator('.asker img');
    await icon.waitFor();
    expect(await icon.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(8);
    await checkPage(approver.page, 'approval-icon-phone');
    expect(approver.pageErrors).toEqual([]);
  } finally {
    await approver.close();
  }
});

test('portal: a person joins a sign-in application by the link that its owner copied', async () => {
  const { page } = session;
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('button', { name: 'Create a link' }).click();
  const link = await page.getByText(/#invite=/).innerText();
  await checkPage(page, 'application-members-desktop');
  const guest = await openBrowserSession(browser, phone);
  try {
    await guest.page.goto(link);
    await signInWith(guest.page, await enrolOwner(platform));
    await checkPage(guest.page, 'application-join-phone');
    await guest.page.getByRole('button', { name: 'Join' }).click();
    await guest.page.getByRole('heading', { name: 'Team Calendar' }).waitFor();
    await checkPage(guest.page, 'application-setup-phone');
    await guest.page.getByRole('link', { name: 'Settings' }).click();
    await checkPage(guest.page, 'application-settings-phone');
    expect(await guest.page.getByRole('button', { name: 'Delete the application' }).count()).toBe(0);
  } finally {
    await guest.close();
  }
});
