import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSsoClient } from '../../generated/sso/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { desktop } from '../fixtures/browser-session.ts';
import { addAuthenticator, openChromium } from '../fixtures/chromium.ts';
import { startSignIn, type SignInOptions } from '../fixtures/identity.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

const forum = 'https://forum.example';

let platform: RunningPlatform;
let browser: Browser;
/** An application that signs people in only. */
let shop: string;
beforeAll(async () => {
  const env = { DATABASE_URL: undefined, FORUM_AUDIENCE: forum };
  platform = await startPlatform({ services: ['sso', 'forum'], env });
  const headers = { authorization: `Bearer ${platform.adminKey}` };
  const admin = createSsoClient({ baseUrl: platform.urls['sso'] ?? '', headers });
  shop = unwrap(await admin.createProvider({ body: { name: 'Shop' } })).providerAddress;
  browser = await openChromium();
});
afterAll(async () => {
  await browser?.close();
  await platform?.stop();
  await deletePlatformData(platform);
});

/** Opens the approval page of a sign-in with a new passkey. @returns the text that the approver reads */
async function approverReads(options: SignInOptions): Promise<string> {
  const sso = createSsoClient({ baseUrl: platform.urls['sso'] ?? '' });
  const { deepLink } = await startSignIn(sso, options);
  const context = await browser.newContext({ ...desktop, locale: 'en-GB' });
  const page = await context.newPage();
  await addAuthenticator(page);
  await page.goto(deepLink);
  await page.getByLabel('Name of the new passkey').fill('Work laptop');
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.getByRole('heading', { name: /^Connect / }).waitFor();
  const text = await page.locator('main').innerText();
  await context.close();
  return text.replaceAll(/\s+/g, ' ');
}

test.each<[string, () => SignInOptions, string]>([
  [
    'without a resource',
    () => ({}),
    'Notifications may do everything in your name Your account cannot change your account',
  ],
  [
    'for the forum',
    () => ({ resource: forum, jkt: newKey().jkt }),
    'Forum may do everything in your name Your account cannot change your account',
  ],
  [
    'with two scopes',
    () => ({ scope: 'openid forum:write forum:vote', resource: forum, jkt: newKey().jkt }),
    'Forum may write posts and comments may vote Payments cannot pay Your account cannot change your account',
  ],
  [
    'of an application that signs people in',
    () => ({ clientId: shop }),
    'Forum cannot write cannot vote Your account may know that it is you cannot change your account',
  ],
])('approval page: with FORUM_AUDIENCE a request %s says where it reaches', async (_what, options, words) => {
  expect(await approverReads(options())).toContain(words);
});
