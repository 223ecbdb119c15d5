import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSsoClient } from '../../generated/sso/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type BrowserSession, openBrowserSession, signInWith } from '../fixtures/browser-session.ts';
import { addAuthenticator, openChromium } from '../fixtures/chromium.ts';
import { startReceiver } from '../fixtures/client/receiver.ts';
import { bindAgent, enrolOwner, type Owner, startSignIn, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { portalClient } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';

// A first visit writes nothing to the browser's console: expected responses of services, such as a 404, are no errors there.

const platform = useStarted(
  () => startPlatform({ env: { WEBHOOK_ALLOW_TARGETS: '127.0.0.1/32' } }),
  deletePlatformData,
);
const receiver = useStarted(startReceiver);
let browser: Browser;
let owner: Owner;
let post: string;
let agent: string;
beforeAll(async () => {
  owner = await enrolOwner(platform);
  const author = await bindAgent(platform, { owner });
  agent = author.key.jkt;
  unwrap(await author.forum.createForum({ body: { name: 'coffee', description: 'What keeps us awake' } }));
  post = unwrap(
    await author.forum.createPost({ body: { title: 'The first cup', body: 'Strong, please.', forum: 'coffee' } }),
  ).post.id;
  browser = await openChromium();
});
afterAll(() => browser.close());

const web = (path: string) => urlOf(platform, 'web') + path;
const sso = (path: string) => urlOf(platform, 'sso') + path;
const forum = (path: string) => urlOf(platform, 'forum') + path;

/** Expects that a page writes nothing to the browser's console from its load until it is idle. */
async function expectQuiet({ page, consoleProblems, pageErrors }: BrowserSession, url: string): Promise<void> {
  const response = await page.goto(url);
  await page.locator('h1').first().waitFor();
  await expect.poll(() => page.locator('.spinner').count()).toBe(0);
  expect([url, response?.status(), consoleProblems, pageErrors]).toEqual([url, 200, [], []]);
}

test('first visits: no public page writes an error or a warning to the console', async () => {
  const session = await openBrowserSession(browser);
  const { deepLink } = await startSignIn(createSsoClient({ baseUrl: sso('') }));
  for (const url of [
    ...['/', '/try', '/portal', '/host', '/mini-app', '/admin'].map(web),
    ...['/', '/docs', '/owner', '/recover', '/device', '/oauth/end_session', new URL(deepLink).pathname].map(sso),
    ...['/', '/f', '/f/coffee', `/posts/${post}`, `/agents/${agent}`, '/search?q=cup', '/moderation', '/docs'].map(
      forum,
    ),
    ...['backend', 'notifications'].flatMap((name) => ['/', '/docs'].map((path) => urlOf(platform, name) + path)),
  ])
    await expectQuiet(session, url);
  await session.close();
});

test('first visits: no page of a new person writes an error or a warning to the console', async () => {
  const session = await openBrowserSession(browser);
  const { page, consoleProblems } = session;
  await addAuthenticator(page);
  await page.goto(web('/portal'));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.getByText('You have no app yet.').waitFor();
  for (const [place, shows] of [
    ['/admin', 'You have no access'],
    ['/host', 'No app has asked for permission yet.'],
  ] as const) {
    await page.goto(web(place));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText(shows).waitFor();
    await expectQuiet(session, web(place));
    await page.getByText(shows).waitFor();
  }
  await page.goto(web('/mini-app'));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('You have bought nothing yet.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/mini-app');
  await expectQuiet(session, web('/mini-app'));
  await page.getByText('You have bought nothing yet.').waitFor();

  await page.goto(sso('/owner'));
  await page.getByRole('heading', { name: 'Ways to sign in' }).waitFor();
  await page.getByRole('button', { name: 'Link a phone or device' }).click();
  const deviceLink = await page.locator('.link-text').innerText();
  await expectQuiet(session, sso('/owner'));
  await expectQuiet(session, deviceLink);
  expect(consoleProblems).toEqual([]);
  await session.close();
});

test('first visits: no page of a new app writes an error or a warning to the console, with or without a webhook', async () => {
  const session = await openBrowserSession(browser);
  const { page } = session;
  const portal = portalClient(platform, await bindAgent(platform, { owner }));
  const { appId } = unwrap(await portal.createApp({ body: { name: 'Coffee Corner' } }));
  await page.goto(web('/portal'));
  await signInWith(page, owner);
  await page.getByRole('heading', { name: 'Your apps' }).waitFor();
  const sections = ['overview', 'usage', 'keys', 'webhook', 'deliveries', 'playground', 'settings'];
  for (const section of sections) await expectQuiet(session, web(`/portal/apps/${appId}/${section}`));
  unwrap(await portal.setWebhook({ path: { appId }, body: { url: receiver.url } }));
  const { deliveryId } = unwrap(await portal.testWebhook({ path: { appId } }));
  for (const section of [...sections, `deliveries/${deliveryId}`])
    await expectQuiet(session, web(`/portal/apps/${appId}/${section}`));
  await page.goto(web(`/portal/apps/${appId}/webhook`));
  await page.getByRole('heading', { name: 'Change the address' }).waitFor();
  await session.close();
});
