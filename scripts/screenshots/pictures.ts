import type { Page } from 'playwright-core';
import { openDemo } from '../../contract-tests/fixtures/demo-app.ts';
import { addAuthenticator } from '../../contract-tests/fixtures/chromium.ts';
import { signInWith } from '../../contract-tests/fixtures/browser-session.ts';
import { startSignIn, urlOf } from '../../contract-tests/fixtures/identity.ts';
import type { Scene } from './scene.ts';

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
      await page.locator('.deliveries > li').first().waitFor();
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
      await page.goto(`${urlOf(platform, 'forum')}/docs#createPost`);
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
