import type { Page } from 'playwright-core';
import { openDemo, grantConsole, signInToConsole } from '../../contract-tests/fixtures/web-pages.ts';
import { addAuthenticator } from '../../contract-tests/fixtures/chromium.ts';
import { signInWith } from '../../contract-tests/fixtures/browser-session.ts';
import { bindAgent, enrolOwner, type Owner, startSignIn, urlOf } from '../../contract-tests/fixtures/identity.ts';
import type { ServiceName } from '../../src/composition/settings.ts';
import { consolePath, type ConsoleSectionName, consoleSections } from '../../src/web/console/console-sections.ts';
import { appSections, sectionPath } from '../../src/web/portal/app-sections.ts';
import { createNotificationsClient, type NotificationsClient } from '../../generated/notifications/client.ts';
import type { SendRequest } from '../../generated/notifications/types.ts';
import { type Receiver, startReceiver } from '../../contract-tests/fixtures/client/receiver.ts';
import { writeForumContent } from '../../contract-tests/fixtures/forum.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../../contract-tests/fixtures/platform.ts';
import { dpopMiddleware } from '../../src/client/http/middleware.ts';
import { unwrap } from '../../src/typed-contract/client.ts';

/** One main page, as README and guides show it. */
export interface Picture {
  /** File name without theme and ending. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly themes: readonly Theme[];
  /** Brings a new browser page to what the picture shows. */
  readonly open: (page: Page, scene: Scene) => Promise<void>;
}

export type Theme = 'light' | 'dark';

const laptop = { width: 1200, height: 800 } as const;
const phone = { width: 390, height: 760 } as const;

export const pictures: readonly Picture[] = [
  {
    name: 'start',
    ...laptop,
    themes: ['light'],
    open: async (page, { platform }) => {
      await page.goto(urlOf(platform, 'web'));
    },
  },
  { name: 'approval', ...phone, themes: ['light'], open: openApproval },
  {
    name: 'account',
    ...laptop,
    themes: ['light'],
    open: async (page, scene) => {
      await openApproval(page, scene);
      await page.goto(`${urlOf(scene.platform, 'sso')}/owner`);
      await page.getByRole('button', { name: 'Create recovery codes' }).waitFor();
    },
  },
  {
    name: 'forum',
    ...laptop,
    themes: ['dark'],
    open: async (page, { platform }) => {
      await page.goto(urlOf(platform, 'forum'));
    },
  },
  {
    name: 'forum-post',
    ...laptop,
    themes: ['light'],
    open: async (page, { platform, post }) => {
      await page.goto(`${urlOf(platform, 'forum')}/posts/${post}`);
    },
  },
  {
    name: 'portal-deliveries',
    ...laptop,
    themes: ['light'],
    open: async (page, { platform, owner, appId }) => {
      await page.goto(`${urlOf(platform, 'web')}/portal/apps/${appId}/deliveries`);
      await signInWith(page, owner);
      await page.locator('.deliveries tbody tr').first().waitFor();
    },
  },
  {
    name: 'host',
    ...phone,
    themes: ['light'],
    open: async (page, { platform, owner }) => {
      await page.goto(`${urlOf(platform, 'web')}/host`);
      await signInWith(page, owner);
      await openDemo(page);
    },
  },
  {
    name: 'reference',
    ...laptop,
    themes: ['light'],
    open: async (page, { platform }) => {
      await page.goto(`${urlOf(platform, 'forum')}/docs/createPost`);
    },
  },
];

/** Opens a request as the owner of a new passkey, up to the decision. */
async function openApproval(page: Page, { owner }: Scene): Promise<void> {
  await addAuthenticator(page);
  const { deepLink } = await startSignIn(owner.sso);
  await page.goto(deepLink);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.getByRole('radio').first().waitFor();
}

/** Pages that no documentation shows, and that `--review` takes too. */
export const reviewPictures: readonly Picture[] = [
  publicPage('try', 'web', '/try'),
  publicPage('portal-signed-out', 'web', '/portal'),
  publicPage('mini-app-standalone', 'web', '/mini-app'),
  publicPage('device', 'sso', '/device'),
  publicPage('recover', 'sso', '/recover'),
  publicPage('account-signed-out', 'sso', '/owner'),
  publicPage('sign-out', 'sso', '/oauth/end_session'),
  publicPage('service', 'sso', '/'),
  publicPage('forum-search', 'forum', '/search?q=the'),
  publicPage('forum-communities', 'forum', '/f'),
  publicPage('forum-moderation', 'forum', '/moderation'),
  picture('portal', openPortal),
  ...appSections.map((section) =>
    picture(`portal-${section}`, async (page, scene) => {
      await openPortal(page, scene);
      await page.goto(urlOf(scene.platform, 'web') + sectionPath(scene.appId, section));
      await page.getByRole('heading', { level: 2 }).first().waitFor();
    }),
  ),
  picture('host-home', async (page, { platform, owner }) => {
    await page.goto(`${urlOf(platform, 'web')}/host`);
    await signInWith(page, owner);
    await page.getByRole('link', { name: 'Open Demo application' }).waitFor();
  }),
  picture('console-overview', (page, scene) => openConsole(page, scene)),
  ...consoleSections.map(({ name }) => picture(`console-${name}`, (page, scene) => openConsole(page, scene, name))),
];

function picture(name: string, open: Picture['open']): Picture {
  return { name, width: 1200, height: 800, themes: [], open };
}

function publicPage(name: string, service: ServiceName, path: string): Picture {
  return picture(name, async (page, { platform }) => {
    await page.goto(urlOf(platform, service) + path);
    await page.locator('h1').first().waitFor();
  });
}

async function openPortal(page: Page, { platform, owner }: Scene): Promise<void> {
  await page.goto(`${urlOf(platform, 'web')}/portal`);
  await signInWith(page, owner);
  await page.getByRole('link', { name: 'Coffee Corner' }).waitFor();
}

async function openConsole(page: Page, { platform }: Scene, section?: ConsoleSectionName): Promise<void> {
  const home = urlOf(platform, 'web');
  const sub = await signInToConsole(page, `${home}/admin`);
  await grantConsole(platform, {
    sub,
    scopes: [...new Set(consoleSections.map(({ scope }) => scope))],
    name: 'Night shift',
  });
  await page.goto(home + (section === undefined ? '/admin' : consolePath(section)));
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/** A platform with something to see on each page. */
export interface Scene {
  readonly platform: RunningPlatform;
  /** Owns the app of the portal. */
  readonly owner: Owner;
  readonly appId: string;
  /** Id of a post with replies. */
  readonly post: string;
  readonly close: () => Promise<void>;
}

/** Test sends, the oldest first. */
const sends: readonly Pick<SendRequest, 'body' | 'test'>[] = [
  { body: 'Your flat white is ready!', test: 'delivered' },
  { body: 'Two for one until noon', test: 'suppressed_user_in_app' },
  { body: 'Your order 7041 is ready', test: 'clicked' },
];

export async function openScene(): Promise<Scene> {
  const platform = await startPlatform({ env: { WEBHOOK_ALLOW_TARGETS: '127.0.0.1/32' } });
  const receiver = await startReceiver((_request, index) => (index === 1 ? { status: 503 } : { status: 204 }));
  const { posts } = await writeForumContent(platform);
  const owner = await enrolOwner(platform);
  unwrap(await owner.sso.updateOwnerProfile({ body: { displayName: 'Ada Lovelace' } }));
  return {
    platform,
    owner,
    appId: await fillPortal(platform, owner, receiver),
    post: posts.at(4) ?? '',
    close: async () => {
      await receiver.close();
      await platform.stop();
      await deletePlatformData(platform);
    },
  };
}

/** Creates an app with an API key, a webhook and deliveries. @returns its id */
async function fillPortal(platform: RunningPlatform, owner: Owner, receiver: Receiver): Promise<string> {
  const baseUrl = urlOf(platform, 'notifications');
  const { key, accessToken } = await bindAgent(platform, { owner });
  const middleware = [dpopMiddleware({ keypair: key, accessToken: () => accessToken })];
  const portal = createNotificationsClient({ baseUrl, middleware });
  unwrap(await portal.createApp({ body: { name: 'Night Library' } }));
  const { appId } = unwrap(await portal.createApp({ body: { name: 'Coffee Corner' } }));
  const path = { appId };
  const issued = unwrap(await portal.createApiKey({ path, body: { label: 'orders' } }));
  unwrap(await portal.setWebhook({ path, body: { url: receiver.url } }));
  const headers = { 'x-platform-notifications-key': issued.key };
  const sender = createNotificationsClient({ baseUrl, headers });
  await addMember(platform, portal, appId);
  for (const send of sends) unwrap(await sender.sendNotification({ body: { sessionAddress: owner.sub, ...send } }));
  // A click is reported as two events.
  await receiver.until(sends.length + 1);
  return appId;
}

/** Adds a developer who has opened the app. */
async function addMember(platform: RunningPlatform, portal: NotificationsClient, appId: string): Promise<void> {
  const { key, accessToken, owner } = await bindAgent(platform);
  unwrap(await portal.setMember({ path: { appId, sub: owner.sub }, body: { role: 'developer' } }));
  const member = createNotificationsClient({
    baseUrl: urlOf(platform, 'notifications'),
    middleware: [dpopMiddleware({ keypair: key, accessToken: () => accessToken })],
  });
  unwrap(await member.setMemberProfile({ path: { appId }, body: { name: 'Grace Hopper' } }));
}
