import { sql } from 'kysely';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSsoClient, type SsoApiClient } from '../../generated/sso/client.ts';
import { type Database, openDatabase } from '../../src/runtime/database/database.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { desktop, checkPage, phone } from '../fixtures/browser-session.ts';
import { addAuthenticator, openChromium } from '../fixtures/chromium.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { findPostgres, startPostgres, type TemporaryPostgres } from '../fixtures/postgres.ts';
import { createServerDatabase } from '../fixtures/runtime/test-database.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openChromium();
});
afterAll(() => browser?.close());

/** Opens a browser of a new person, with a virtual authenticator. */
async function openPage(options = desktop): Promise<{ readonly page: Page; readonly context: BrowserContext }> {
  const context = await browser.newContext({ ...options, locale: 'en-GB' });
  const page = await context.newPage();
  await addAuthenticator(page);
  return { page, context };
}

/** Checks a page on a desktop and a phone for overflow and accessibility. */
async function checkAtSizes(page: Page, name: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await checkPage(page, `${name}-${width}`);
    expect([name, width, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, width, width]);
  }
}

const account = (page: Page) => page.getByRole('heading', { name: 'Signed-in browsers' });
const createPasskey = (page: Page) => page.getByRole('button', { name: 'Create a passkey' }).click();
const refusal = (page: Page) => page.getByRole('alert').getByText('This invite is unknown, used, expired or revoked.');

describe.skipIf(findPostgres() === undefined)('registration by invitation', () => {
  let postgres: TemporaryPostgres;
  let platform: RunningPlatform;
  let database: Database;
  let administrator: SsoApiClient;
  beforeAll(async () => {
    postgres = await startPostgres();
    const DATABASE_URL = await createServerDatabase(postgres.url);
    platform = await startPlatform({ services: ['sso'], env: { REGISTRATION: 'invite', DATABASE_URL } });
    database = await openDatabase({ databaseUrl: DATABASE_URL, poolSize: 1 });
    administrator = createSsoClient({
      baseUrl: platform.urls['sso'] ?? '',
      headers: { authorization: `Bearer ${platform.adminKey}` },
    });
  });
  afterAll(async () => {
    await database?.close();
    await platform?.stop();
    await deletePlatformData(platform);
    await postgres?.stop();
  });

  const invite = async () => unwrap(await administrator.createInvite({ body: { note: 'Field team' } }));

  test('invite page: the link of an invite enrols one person, and a second use shows an error', async () => {
    const { link, code, id } = await invite();
    const guest = await openPage();
    await guest.page.goto(link);
    await guest.page.getByRole('heading', { name: 'You are invited' }).waitFor();
    expect(await guest.page.getByLabel('Invite').inputValue()).toBe(code);
    await checkAtSizes(guest.page, 'invite');
    await createPasskey(guest.page);
    await account(guest.page).waitFor();
    expect(new URL(guest.page.url()).hash).toBe('');
    const { invites } = unwrap(await administrator.listInvites({ query: {} }));
    expect(invites.find((one) => one.id === id)?.status).toBe('used');

    const second = await openPage(phone);
    await second.page.goto(link);
    await createPasskey(second.page);
    await refusal(second.page).waitFor();
    await checkAtSizes(second.page, 'invite-refused');
    // The person keeps what was typed and tries another one.
    await second.page.getByLabel('Invite').fill((await invite()).code.toLowerCase());
    await createPasskey(second.page);
    await account(second.page).waitFor();
    await Promise.all([guest.context.close(), second.context.close()]);
  });

  test('invite page: an expired invite shows an error and creates no owner', async () => {
    const { link, id } = await invite();
    await sql`update sso.invites set expires_at = now() - interval '1 second' where id = ${id}`.execute(database.db);
    const before = unwrap(await administrator.listOwners({ query: {} })).owners.length;
    const { page, context } = await openPage(phone);
    await page.goto(link);
    await createPasskey(page);
    await refusal(page).waitFor();
    expect(unwrap(await administrator.listOwners({ query: {} })).owners).toHaveLength(before);
    await context.close();
  });

  test('invite page: without a link the form asks for an invite', async () => {
    const { page, context } = await openPage();
    await page.goto(`${platform.urls['sso']}/owner`);
    await createPasskey(page);
    expect(await page.getByLabel('Invite').evaluate((input) => input.matches(':invalid'))).toBe(true);
    expect(await page.getByRole('alert').count()).toBe(0);
    await context.close();
  });
});

test('registration closed: the page offers the sign-in only and says why, with an invite link too', async () => {
  const platform = await startPlatform({ services: ['sso'], env: { REGISTRATION: 'closed', DATABASE_URL: undefined } });
  const { page, context } = await openPage();
  try {
    for (const hash of ['', '#invite=7KQ2-M9XV-4TDN-W3H1']) {
      await page.goto('about:blank');
      await page.goto(`${platform.urls['sso']}/owner${hash}`);
      await page.getByText('New identities cannot be created here.').waitFor();
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
      expect(await page.getByRole('button', { name: 'Create a passkey' }).count()).toBe(0);
    }
    await checkAtSizes(page, 'registration-closed');
  } finally {
    await context.close();
    await platform.stop();
    await deletePlatformData(platform);
  }
});
