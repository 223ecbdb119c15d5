import type { Browser, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import {
  type BrowserSession,
  desktop,
  checkPage,
  openBrowserSession,
  phone,
  signInWith,
} from '../fixtures/browser-session.ts';
import { addAuthenticator, openChromium } from '../fixtures/chromium.ts';
import { type Agent, bindAgent, enrolOwner, type Owner, startSignIn, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { portalClient } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';

const platform = useStarted(startPlatform, deletePlatformData);
let browser: Browser;
let owner: Owner;
let agent: Agent;
let appId: string;
let post: string;
beforeAll(async () => {
  owner = await enrolOwner(platform);
  agent = await bindAgent(platform, { owner });
  unwrap(await agent.forum.createForum({ body: { name: 'coffee', description: 'What keeps us awake' } }));
  const body = { title: 'The first cup', body: '**Strong**, please.\n\n```\ngrind(18)\n```', forum: 'coffee' };
  post = unwrap(await agent.forum.createPost({ body })).post.id;
  unwrap(await agent.forum.createComment({ path: { id: post }, body: { body: 'And a second one.' } }));
  const portal = portalClient(platform, agent);
  ({ appId } = unwrap(await portal.createApp({ body: { name: 'Coffee Corner' } })));
  unwrap(await portal.createApiKey({ path: { appId } }));
  browser = await openChromium();
});
afterAll(() => browser.close());

/** Pages without sign-in, by the service that serves them. */
const open = [
  ['start', 'web', async () => '/'],
  ['try', 'web', async () => '/try'],
  ['nothing here', 'web', async () => '/portal/nonsense'],
  ['portal signed out', 'web', async () => '/portal'],
  ['host signed out', 'web', async () => '/host'],
  ['mini app signed out', 'web', async () => '/mini-app'],
  ['approval', 'sso', async () => new URL((await startSignIn(agent.sso)).deepLink).pathname],
  ['no such page', 'web', async () => '/no-such-page'],
  ['no such page of the provider', 'sso', async () => '/no-such-page'],
  ['approval of nothing', 'sso', async () => `/approve/${'x'.repeat(43)}`],
  ['owner signed out', 'sso', async () => '/owner'],
  ['forum', 'forum', async () => '/'],
  ['communities', 'forum', async () => '/f'],
  ['community', 'forum', async () => '/f/coffee'],
  ['post', 'forum', async () => `/posts/${post}`],
  ['agent', 'forum', async () => `/agents/${agent.key.jkt}`],
] as const;

/** Pages of the portal that a signed-in developer sees. */
const signedIn = ['', 'overview', 'keys', 'webhook', 'deliveries', 'playground', 'nowhere'];

describe.each([
  ['phone', phone],
  ['desktop', desktop],
] as const)('on a %s', (device, options) => {
  test.concurrent.each(open)(
    'pages, %s: accessible in both themes, no overflow, no inline script, nothing from other origins',
    async (name, service, path) => {
      const session = await openBrowserSession(browser, options);
      await check(session, `page-${name}-${device}`, urlOf(platform, service) + (await path()));
      await session.close();
    },
  );

  test.concurrent('pages, signed-in portal: accessible in both themes, no overflow, no inline script, nothing from other origins', async () => {
    const session = await openBrowserSession(browser, options);
    await session.page.goto(`${urlOf(platform, 'web')}/portal`);
    await signInWith(session.page, owner);
    for (const section of signedIn) {
      const path = section === '' ? '' : `/apps/${appId}/${section}`;
      const url = `${urlOf(platform, 'web')}/portal${path}`;
      await check(session, `page-portal-${section || 'apps'}-${device}`, url);
    }
    await session.close();
  });

  test.concurrent('pages, signed-in host and mini app: accessible in both themes, no overflow, no inline script, nothing from other origins', async () => {
    const session = await openBrowserSession(browser, options);
    for (const place of ['host', 'mini-app']) {
      await session.page.goto(`${urlOf(platform, 'web')}/${place}`);
      if (place === 'host') await signInWith(session.page, owner);
      await check(session, `page-${place}-${device}`, `${urlOf(platform, 'web')}/${place}`);
    }
    await session.close();
  });
});

test('try: after the approval the page shows the result without a reload', async () => {
  const { page, pageErrors, close } = await openBrowserSession(browser);
  await page.goto(`${urlOf(platform, 'web')}/try`);
  await page.getByRole('button', { name: 'Show the QR code' }).click();
  await page.getByText('Or scan this code with a phone.').waitFor();
  await checkPage(page, 'try-waiting-desktop');
  await page.evaluate('globalThis.sameDocument = true');
  await owner.decide((await page.locator('.link').textContent()) ?? '', 'approve');
  await page.getByRole('heading', { name: 'Signed in' }).waitFor();
  await page.getByText(owner.sub).waitFor();
  expect(await page.evaluate('globalThis.sameDocument')).toBe(true);
  await checkPage(page, 'try-signed-in-desktop');
  expect(pageErrors).toEqual([]);
  await close();
});

test.each([
  ['a computer', desktop],
  ['a phone', { ...phone, userAgent: 'Mozilla/5.0 (Linux; Android 16) Chrome/140.0.0.0 Mobile Safari/537.36' }],
])(
  'try on this device, on %s: one link leads to the provider and back, without a code to compare',
  async (name, size) => {
    const { page, context, pageErrors, close } = await openBrowserSession(browser, size);
    await addAuthenticator(page);
    await page.goto(`${urlOf(platform, 'web')}/try`);
    await page.getByRole('button', { name: 'Show the QR code' }).click();
    const code = page.getByRole('img', { name: 'QR code of the sign-in link' });
    await page.locator('[data-waiting]').waitFor();
    await checkPage(page, `try-here-${name.replace('a ', '')}`);
    expect(await code.isVisible()).toBe(name === 'a computer');
    await page.getByRole('link', { name: 'On this device' }).click();
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    expect(await page.getByRole('radio').count()).toBe(0);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('heading', { name: 'Signed in' }).waitFor();
    expect(page.url()).toBe(`${urlOf(platform, 'web')}/try`);
    const cookies = (await context.cookies()).filter(({ name }) => name.startsWith('attempt'));
    expect(cookies.map(({ name }) => name)).toEqual(['attempt']);
    expect(pageErrors).toEqual([]);
    await close();
  },
);

test('try on this device: a declined sign-in returns too, and the page offers another one', async () => {
  const { page, close } = await openBrowserSession(browser);
  await addAuthenticator(page);
  await page.goto(`${urlOf(platform, 'web')}/try`);
  await page.getByRole('link', { name: 'On this device' }).click();
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
  await page.getByRole('heading', { name: 'Declined' }).waitFor();
  await page.waitForURL(`${urlOf(platform, 'web')}/try`);
  await page.getByRole('link', { name: 'On this device' }).waitFor();
  await close();
});

async function check(
  { page, requestedOrigins, pageErrors, consoleProblems }: BrowserSession,
  name: string,
  url: string,
): Promise<void> {
  const response = await page.goto(url);
  await page.locator('.spinner').first().waitFor({ state: 'hidden' });
  await checkPage(page, name.replaceAll(' ', '-'));

  expect(scriptSources(response)).toEqual(
    expect.not.arrayContaining(["'unsafe-inline'", "'unsafe-eval'", '*', 'https:']),
  );
  expect(policyOf(response)).not.toContain('unsafe');
  const inline = await page.evaluate(`[
    ...document.querySelectorAll('script:not([src]), style, [style]:not([style=""])'),
    ...[...document.querySelectorAll('*')].filter((one) => one.getAttributeNames().some((name) => name.startsWith('on'))),
  ].map((one) => one.outerHTML)`);
  expect(inline).toEqual([]);

  const width = page.viewportSize()?.width;
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  const platformOrigins = Object.values(platform.urls);
  expect([...requestedOrigins].filter((origin) => !platformOrigins.includes(origin))).toEqual([]);
  expect(pageErrors).toEqual([]);
  // A browser reports the status of the page itself, too.
  const ownStatus = `${response?.status()} (${response?.statusText()})`;
  expect(consoleProblems.filter((text) => !text.includes(ownStatus))).toEqual([]);
}

const policyOf = (response: Response | null): string =>
  response?.headers()['content-security-policy'] ?? 'unsafe: there is none';

/** Returns the `script-src` directive, or its fallback `default-src`. */
function scriptSources(response: Response | null): readonly string[] {
  const directives = policyOf(response)
    .split(';')
    .map((directive) => directive.trim().split(/\s+/));
  const named = (name: string) => directives.find(([directive]) => directive === name)?.slice(1);
  return named('script-src') ?? named('default-src') ?? ['*'];
}
