import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { NotificationsClient } from '../../generated/notifications/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type BrowserSession, checkPage, openBrowserSession, phone, signInWith } from '../fixtures/browser-session.ts';
import { bindAgent, enrolOwner, type Owner, urlOf } from '../fixtures/identity.ts';
import type { RunningPlatform } from '../fixtures/platform.ts';
import { portalClient, senderClient, openWebPages } from '../fixtures/web-pages.ts';
import { startReceiver } from '../fixtures/client/receiver.ts';
import { verifyWebhook } from '../../src/client/webhooks/verify-webhook.ts';
import { useStarted } from '../fixtures/use-started.ts';

const pages = useStarted(() =>
  openWebPages(['sso', 'notifications', 'web'], { env: { WEBHOOK_ALLOW_TARGETS: '127.0.0.1/32' } }),
);
let platform: RunningPlatform;
let browser: Browser;
let owner: Owner;
const receiver = useStarted(() => startReceiver(() => response));
let session: BrowserSession;
let response = { status: 204, body: '' };
beforeAll(async () => {
  ({ platform, browser, session } = pages);
  owner = await enrolOwner(platform);
});

const portal = () => pages.at('/portal');

test('portal: the start page links to it, and a developer signs in with a passkey', async () => {
  const { page } = session;
  await page.goto(urlOf(platform, 'web'));
  await checkPage(page, 'start-desktop');
  await page.locator('label', { hasText: 'Build a mini app' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Developer portal' }).click();
  await checkPage(page, 'portal-sign-in-desktop');
  await signInWith(page, owner);
  await page.getByText('You have no app yet.').waitFor();
  await checkPage(page, 'portal-empty-desktop');
});

test('portal: a reload keeps the session, bound to a key that no script can read', async () => {
  const { page } = session;
  await page.reload();
  await page.getByText('You have no app yet.').waitFor();
  const token = await page.evaluate(`localStorage.getItem('platform-sso_access_token').split('.')[1]`);
  const claims: unknown = JSON.parse(Buffer.from(String(token), 'base64url').toString());
  expect(claims).toHaveProperty('cnf.jkt');
});

test('portal: an API key is shown once, rotated and revoked', async () => {
  const { page } = session;
  await page.getByRole('button', { name: 'New app' }).click();
  await page.getByLabel('Name').fill('Coffee Corner');
  await checkPage(page, 'portal-new-app-desktop');
  await page.getByRole('button', { name: 'Create the app' }).click();
  await page.getByRole('heading', { name: 'Coffee Corner' }).waitFor();

  await page.getByRole('button', { name: 'Issue a key' }).click();
  const first = await page.getByText(/^ank_[0-9A-Z]{26}$/).innerText();
  await checkPage(page, 'portal-key-desktop');
  await page.getByRole('button', { name: 'Rotate: issue a new key' }).click();
  await expect.poll(() => page.getByRole('row').count()).toBe(3);
  await page.getByText(/^until /).waitFor();

  await page.getByRole('button', { name: `Revoke ${first.slice(0, 8)}` }).click();
  await page.getByRole('button', { name: 'Revoke it' }).click();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.reload();
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  await expect.poll(() => page.getByText(/^ank_[0-9A-Z]{26}$/).count()).toBe(0);
});

test('portal: a non-public webhook URL is explained; a public one is registered, tested and rotated', async () => {
  const { page } = session;
  await page.getByRole('link', { name: 'Webhook' }).click();
  await page.getByLabel('URL').fill('https://10.0.0.1/hook');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').innerText()).toContain('10.0.0.1');
  const refusedField = page.locator('[aria-invalid=true]');
  expect(await refusedField.getAttribute('aria-describedby')).toContain(
    await page.getByRole('alert').getAttribute('id'),
  );
  expect(await page.getByRole('main').innerText()).not.toContain('WEBHOOK_ALLOW_TARGETS');
  await checkPage(page, 'portal-webhook-refused');

  await page.getByLabel('URL').fill(receiver.url);
  await page.getByRole('button', { name: 'Register' }).click();
  const publicKey = await page.getByText(/^[0-9a-f]{64}$/).innerText();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the public key' }).click();
  expect((await readFile(await (await downloading).path(), 'utf8')).trim()).toBe(publicKey);
  await expectFingerprintOf(publicKey);
  await page.getByRole('button', { name: 'Send a test event' }).click();
  const [received] = await receiver.until(1);
  const rawBody = received?.body ?? '';
  expect(verifyWebhook({ rawBody, headers: received?.headers ?? {}, publicKey })).toMatchObject({
    ok: true,
    event: { status: 'delivered', sessionAddress: owner.sub, test: true },
  });
  await page.getByText('1 attempt').waitFor();
  await checkPage(page, 'portal-webhook-desktop');

  await page.getByRole('button', { name: 'Rotate the key' }).click();
  const question = page.getByRole('dialog', { name: 'Rotate the key?' });
  await question.getByText('rejects them until it has the new one').waitFor();
  await checkPage(page, 'portal-rotate-desktop');
  await question.getByRole('button', { name: 'Keep the key' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(await page.getByText(/^[0-9a-f]{64}$/).allInnerTexts()).toEqual([publicKey]);
  await page.getByRole('button', { name: 'Rotate the key' }).click();
  await question.getByRole('button', { name: 'Rotate it' }).click();
  await page.getByText('try the previous one second').waitFor();
  const [rotated = '', previous] = await page.getByText(/^[0-9a-f]{64}$/).allInnerTexts();
  expect(previous).toBe(publicKey);
  await expectFingerprintOf(rotated);
});

/** The page keeps showing the fingerprint when the key itself is no longer shown. */
async function expectFingerprintOf(publicKey: string): Promise<void> {
  const fingerprint = createHash('sha256').update(Buffer.from(publicKey, 'hex')).digest('hex');
  await session.page.getByText(fingerprint.replace(/.{4}(?=.)/g, '$& ')).waitFor();
}

test('portal: the playground simulates outcomes and errors, and shows their webhooks', async () => {
  const { page } = session;
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('button', { name: 'Rotate: issue a new key' }).click();
  await page.getByText(/^ank_[0-9A-Z]{26}$/).waitFor();
  await page.getByRole('link', { name: 'Playground' }).click();
  await page.getByLabel('Outcome').selectOption('clicked');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('heading', { name: 'Webhook delivered' }).waitFor();
  await page.getByText('1 attempt').first().waitFor();
  await checkPage(page, 'portal-playground-desktop');

  await page.getByLabel('Outcome').selectOption('error:rate_limited');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('retryAfterSeconds').waitFor();
  const refused = await page.request.post(`${urlOf(platform, 'web')}/portal/relay/api/v1/notifications/send`, {
    data: { sessionAddress: owner.sub, body: 'For real' },
  });
  expect(refused.status()).toBe(400);
});

test('portal: the delivery log shows an event of now without a reload', async () => {
  const { page } = session;
  await page.getByRole('link', { name: 'Deliveries' }).click();
  const entries = page.locator('.deliveries tbody tr');
  await entries.first().waitFor();
  const before = await entries.count();
  const [, appId = ''] = /apps\/([^/]+)/.exec(page.url()) ?? [];
  const developer = portalClient(platform, await bindAgent(platform, { owner }));
  unwrap(await developer.testWebhook({ path: { appId } }));
  await expect.poll(() => entries.count(), { timeout: 60_000 }).toBe(before + 1);
});

test('portal: the delivery log shows attempts and payload, filters, and redelivers', async () => {
  const { page } = session;
  await page.getByRole('link', { name: 'Deliveries' }).click();
  await page.getByRole('button', { name: 'clicked test' }).click();
  await page.getByText('"status": "clicked"').waitFor();
  const sent = receiver.received.map(({ body }) => JSON.parse(body.toString()));
  const shown: unknown = JSON.parse(await page.getByLabel('Payload').innerText());
  expect(sent).toContainEqual(shown);
  const before = receiver.received.length;
  await page.getByRole('button', { name: 'Deliver again' }).click();
  await receiver.until(before + 1);
  await page.getByText('2 attempts').first().waitFor();
  await checkPage(page, 'portal-deliveries-drawer');

  response = { status: 503, body: 'Come back later' };
  await page.getByRole('button', { name: 'Deliver again' }).click();
  await page.getByText('Come back later').waitFor();
  await page.keyboard.press('Escape');
  await checkPage(page, 'portal-deliveries-desktop');
  await page.getByRole('button', { name: 'Failed', exact: true }).click();
  await page.getByText('No event matches the filters.').waitFor();
});

test('portal: usage counts real notifications per day and outcome', async () => {
  const { page } = session;
  const appId = /apps\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('button', { name: 'Rotate: issue a new key' }).click();
  const key = await page.getByText(/^ank_[0-9A-Z]{26}$/).innerText();
  const sender = senderClient(platform, key);
  for (let person = 1; person <= 3; person++) {
    const agent = await bindAgent(platform);
    const host = portalClient(platform, agent);
    unwrap(await host.setConsent({ path: { appId }, body: { status: 'granted' } }));
    if (person > 1) await listen(host);
    unwrap(await sender.sendNotification({ body: { sessionAddress: agent.owner.sub, body: 'Hello' } }));
  }
  await page.getByRole('link', { name: 'Usage' }).click();
  await expect
    .poll(
      async () => {
        await page.reload();
        await page.locator('.figures').waitFor();
        return (await page.locator('.figures dd').allInnerTexts()).slice(0, 2).concat(await lastFigure(page));
      },
      { interval: 700 },
    )
    .toEqual(['3', '2', '1']);
  await page.getByText('Numbers').click();
  await checkPage(page, 'portal-usage-desktop');
});

const lastFigure = (page: Page) => page.locator('.figures dd').last().innerText();

/** Opens the push stream of a device for the next push. */
async function listen(host: NotificationsClient): Promise<void> {
  const { deviceId } = unwrap(await host.createDevice({ body: { transport: 'stream' } }));
  const stream = unwrap(await host.streamPushes({ query: { deviceId } }));
  void (async () => {
    let text = '';
    for await (const chunk of stream) {
      text += Buffer.from(chunk).toString();
      const [notificationId] = /ntf_[0-9A-Z]{26}/.exec(text) ?? [];
      if (notificationId === undefined) continue;
      unwrap(await host.createReceipt({ path: { notificationId }, body: { status: 'delivered' } }));
      return;
    }
  })();
}

test('portal: no page overflows on a phone', async () => {
  const { page } = session;
  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of ['Overview', 'Usage', 'API keys', 'Webhook', 'Deliveries', 'Playground', 'Settings']) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name, level: 2 }).waitFor();
    await expect.poll(() => page.locator('.spinner').count()).toBe(0);
    await checkPage(page, `portal-${name.toLowerCase().replace(' ', '-')}-phone`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('portal: another developer sees no foreign apps, and a foreign app is not found', async () => {
  const foreign = session.page.url();
  const other = await openBrowserSession(browser, phone);
  await other.page.goto(portal());
  await checkPage(other.page, 'portal-sign-in-phone');
  await signInWith(other.page, await enrolOwner(platform));
  await other.page.getByText('You have no app yet.').waitFor();
  await other.page.goto(foreign);
  await other.page.getByRole('alert').waitFor();
  await other.page.getByRole('button', { name: 'Sign out' }).click();
  await other.page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(other.pageErrors).toEqual([]);
  await other.close();
});

test('portal: no script error occurred, and only the platform was contacted', () => {
  expect(session.pageErrors).toEqual([]);
  const platformOrigins = ['web', 'sso', 'notifications'].map((name) => urlOf(platform, name));
  expect([...session.requestedOrigins].filter((origin) => !platformOrigins.includes(origin))).toEqual([]);
});
