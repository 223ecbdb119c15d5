import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createSsoClient, type SsoApiClient } from '../../generated/sso/client.ts';
import type { AdministratorScope } from '../../generated/sso/types.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type BrowserSession, checkPage, checkAtBothSizes as checkAtSizes } from '../fixtures/browser-session.ts';
import { grantConsole, signInToConsole, openWebPages } from '../fixtures/web-pages.ts';
import { bindAgent, enrolOwner, type Owner, urlOf } from '../fixtures/identity.ts';
import type { RunningPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

const pages = useStarted(() => openWebPages(['sso', 'forum', 'notifications', 'web']));
let platform: RunningPlatform;
let session: BrowserSession;
let owner: Owner;
let bootstrap: SsoApiClient;
beforeAll(async () => {
  ({ platform, session } = pages);
  const headers = { authorization: `Bearer ${platform.adminKey}` };
  bootstrap = createSsoClient({ baseUrl: urlOf(platform, 'sso'), headers });
  owner = await enrolOwner(platform);
  await bindAgent(platform, { owner });
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const checkAtBothSizes = (name: string) => checkAtSizes(session.page, `console-${name}`);

/** Session address of the operator, whom the first test signs in. */
let operator = '';
const grant = (scopes: AdministratorScope[]) => grantConsole(platform, { sub: operator, scopes, name: 'Night shift' });

test('console: an owner without a grant signs in with a passkey and sees how to get one', async () => {
  const { page } = session;
  await page.goto(pages.at('/admin'));
  await checkAtBothSizes('sign-in');
  operator = await signInToConsole(page, page.url());
  expect(new URL(page.url()).pathname).toBe('/admin');
  await checkAtBothSizes('no-access');
});

test('console: a granted owner sees the sections of their scopes, and no others', async () => {
  const { page } = session;
  await grant(['audit']);
  await page.goto(pages.at('/admin'));
  await page.getByText('You act as Night shift').waitFor();
  const sections = page.getByRole('navigation', { name: 'Sections of the console' }).getByRole('link');
  expect(await sections.allInnerTexts()).toEqual(['Overview', 'Audit', 'Settings']);
  await page.goto(pages.at('/admin/owners'));
  await heading(page, 'Not in your scopes');
  await grant(['providers', 'owners', 'keys', 'audit', 'notifications', 'forum']);
  await page.goto(pages.at('/admin'));
  await page.getByText('You act as Night shift').waitFor();
  expect(await sections.count()).toBe(10);
  await page.getByText('3 of 3').waitFor();
  await page.getByText('Nothing waits for you').waitFor();
  await checkAtBothSizes('overview');
  await page.goto(pages.at('/admin/made-up'));
  await heading(page, 'Page not found');
});

test('console: an owner is found, suspended, resumed, disconnected and erased', async () => {
  const { page } = session;
  await page.goto(pages.at('/admin/owners'));
  await page.getByLabel('Search').fill('test ph');
  await button(page, 'Search').click();
  await page.getByRole('link', { name: owner.sub.slice(0, 8) }).waitFor();
  await checkAtBothSizes('owners');
  await page.getByRole('link', { name: owner.sub.slice(0, 8) }).click();
  await heading(page, 'Owner');
  await page.getByRole('heading', { name: 'Applications and agents' }).waitFor();
  await page.getByRole('strong').getByText('Demo application').waitFor();
  await checkAtBothSizes('owner');

  await button(page, 'Suspend…').click();
  await page.getByLabel('Reason').fill('Reported as stolen');
  await checkPage(page, 'console-suspend-desktop');
  await button(page, 'Suspend').click();
  await page.getByText(/Suspended on .*: Reported as stolen/).waitFor();
  await page.getByText('None is connected.').waitFor();
  await button(page, 'Resume').click();
  await button(page, 'Suspend…').waitFor();

  await bindAgent(platform, { owner });
  await page.reload();
  await page.getByRole('button', { name: 'End Demo application' }).click();
  await page.getByText('Its tokens stop working within seconds').waitFor();
  await checkPage(page, 'console-end-session-desktop');
  await button(page, 'End it').click();
  await page.getByText('None is connected.').waitFor();

  await button(page, 'Erase…').click();
  const dialog = page.getByRole('dialog');
  const erase = dialog.getByRole('button', { name: 'Erase', exact: true });
  expect(await erase.isDisabled()).toBe(true);
  await dialog.getByLabel(/^Type .* to continue/).fill(owner.sub.slice(0, 8));
  await erase.click();
  await heading(page, 'Owners');
  expect((await bootstrap.getOwnerBySub({ path: { sub: owner.sub } })).status).toBe(404);
});

test('console: the command palette leads to an owner by name, and to a section', async () => {
  const { page } = session;
  const named = await enrolOwner(platform);
  unwrap(await named.sso.updateOwnerProfile({ body: { displayName: 'Grace Hopper' } }));
  await page.goto(pages.at('/admin'));
  await page.getByText('You act as Night shift').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Section, owner').fill('grace');
  await page.getByRole('menuitem', { name: /^Grace Hopper/ }).waitFor();
  await checkPage(page, 'console-palette-desktop');
  await page.keyboard.press('Enter');
  await heading(page, 'Grace Hopper');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Section, owner').fill('signing');
  await page.getByRole('menuitem', { name: 'Signing keys' }).click();
  await heading(page, 'Signing keys');
});

test('console: names without a place to break, from right to left and of emoji fit the pages', async () => {
  const { page } = session;
  const names = ['W'.repeat(64), 'متجر القهوة', '👩🏽‍🚀 Raumfahrt 🚀'];
  for (const displayName of names) {
    const named = await enrolOwner(platform);
    unwrap(await named.sso.updateOwnerProfile({ body: { displayName } }));
  }
  await page.goto(pages.at('/admin/owners'));
  for (const name of names) await page.getByRole('link', { name }).waitFor();
  await checkAtBothSizes('owners-hostile');
  await page.getByRole('link', { name: names[0] ?? '' }).click();
  await heading(page, names[0] ?? '');
  await checkAtBothSizes('owner-hostile');
  await page.goto(pages.at('/admin/audit'));
  await page.getByRole('cell', { name: 'Raumfahrt' }).first().waitFor();
  await checkAtBothSizes('audit-hostile');
});

test('console: an invite is shown once, and revoked', async () => {
  const { page } = session;
  await page.goto(pages.at('/admin/invites'));
  await page.getByLabel('Note').fill('Field team');
  await button(page, 'Create an invite').click();
  await page.getByText(/\/owner#invite=/).waitFor();
  await page.getByRole('cell', { name: 'Field team' }).waitFor();
  await checkAtBothSizes('invites');
  await button(page, 'Revoke').click();
  await page.getByText('for “Field team” stop working at once').waitFor();
  await button(page, 'Revoke it').click();
  await page.getByText('revoked', { exact: true }).waitFor();
});

test('console: an application is registered, changed, gets a second secret and is disabled', async () => {
  const { page } = session;
  await page.goto(pages.at('/admin/applications'));
  await page.getByText('Operator console').last().waitFor();
  await button(page, 'New application').click();
  await page.getByLabel('Name').fill('Team Calendar');
  await page.getByLabel('Redirect URIs').fill('http://calendar.example/callback');
  await page.getByLabel('Authenticates').selectOption('client_secret_basic');
  await button(page, 'Register').click();
  await page.getByRole('alert').filter({ hasText: 'Line 1 must be' }).waitFor();
  await page.getByLabel('Redirect URIs').fill('https://calendar.example/callback\n');
  await checkPage(page, 'console-new-application-desktop');
  await button(page, 'Register').click();
  await page.getByText('Copy the secret now.').waitFor();
  await checkAtBothSizes('applications');

  await page.getByRole('link', { name: 'Team Calendar' }).click();
  await page.getByLabel('Name').fill('Team Calendar 2');
  await button(page, 'Save').click();
  await heading(page, 'Team Calendar 2');
  await button(page, 'Make another secret').click();
  await expect.poll(() => button(page, 'Revoke').count()).toBe(2);
  await checkAtBothSizes('application');
  await button(page, 'Revoke').first().click();
  await page.getByText('nobody can sign in and no token is refreshed from now on').waitFor();
  await button(page, 'Revoke it').click();
  await expect.poll(() => button(page, 'Revoke').count()).toBe(1);
  await button(page, 'Disable…').click();
  const dialog = page.getByRole('dialog');
  const address = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await dialog.getByLabel(/^Type .* to continue/).fill(address.slice(-8));
  await dialog.getByRole('button', { name: 'Disable', exact: true }).click();
  await page.getByText('it can start no sign-in').waitFor();
});

test('console: administrators cannot change the console’s own application', async () => {
  const { page } = session;
  await page.goto(pages.at('/admin/applications/0000000601000000000000000000000c'));
  await heading(page, 'Operator console');
  await page.getByText('settings of the platform configure it').waitFor();
  expect(await button(page, 'Save').count()).toBe(0);
  expect(await button(page, 'Disable…').count()).toBe(0);
});

test('console: mini apps of all developers are listed with their webhooks', async () => {
  const { page } = session;
  await page.goto(pages.at('/admin/apps'));
  await page.getByText('Demo application').waitFor();
  await checkAtBothSizes('apps');
  await page.getByLabel('Webhook').selectOption('paused');
  await page.getByText('No webhook is paused.').waitFor();
});

test('console: a reported post is hidden and its author banned, both in the public log, from which both are undone', async () => {
  const { page } = session;
  const author = await bindAgent(platform);
  const reporter = await bindAgent(platform);
  unwrap(await author.forum.createForum({ body: { name: 'agent-tools', description: 'Tools of agents' } }));
  const body = { title: 'Cheap watches', body: 'Buy them all.', forum: 'agent-tools' };
  const { post } = unwrap(await author.forum.createPost({ body }));
  unwrap(await reporter.forum.createReport({ body: { postId: post.id, reason: 'Advertisement' } }));
  await page.goto(pages.at('/admin/moderation'));
  const link = page.getByRole('link', { name: 'Cheap watches' });
  await link.waitFor();
  expect((await fetch((await link.getAttribute('href')) ?? '')).status).toBe(200);
  await checkAtBothSizes('moderation');

  await button(page, 'Hide…').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Advertisement, as reported');
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click();
  await page.getByText('Nothing is reported.').waitFor();
  await page.getByText('Advertisement, as reported').waitFor();
  const titleNow = async () => unwrap(await reporter.forum.getPost({ path: { id: post.id } })).post.title;
  expect(await titleNow()).toBe('[hidden]');
  await button(page, 'Show again').click();
  await page.getByText('Shown again: Advertisement, as reported').waitFor();
  await button(page, 'Show again').waitFor({ state: 'detached' });
  expect(await titleNow()).toBe('Cheap watches');

  await button(page, 'Ban…').click();
  await dialog.getByLabel('Owner').fill(author.owner.sub);
  await dialog.getByLabel('Reason').fill('Nothing but advertisements');
  await checkPage(page, 'console-ban-desktop');
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
  await page.getByText('Nothing but advertisements').waitFor();
  expect((await author.forum.createPost({ body: { ...body, title: 'More watches' } })).status).toBe(403);
  await button(page, 'Lift the ban').click();
  await page.getByText('Lifted: Nothing but advertisements').waitFor();
  await button(page, 'Lift the ban').waitFor({ state: 'detached' });
  expect((await author.forum.createPost({ body: { ...body, title: 'A tool' } })).status).toBe(201);
});

test('console: the audit is filtered and exported, and names the grant', async () => {
  const { page } = session;
  await page.goto(pages.at('/admin/audit'));
  await page.getByLabel('Event', { exact: true }).fill('owner_suspended');
  await button(page, 'Search').click();
  await expect.poll(() => page.getByRole('button', { name: /^Details/ }).count()).toBe(1);
  await page.getByRole('cell', { name: 'Night shift suspended an erased owner' }).waitFor();
  await page.getByRole('button', { name: /^Details/ }).click();
  await page.getByRole('dialog').getByText('"event": "owner_suspended"').waitFor();
  await checkPage(page, 'console-audit-drawer-desktop');
  await page.keyboard.press('Escape');
  await checkAtBothSizes('audit');
  const downloading = page.waitForEvent('download');
  await button(page, 'Export as JSON lines').click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('audit.jsonl');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ event: 'owner_suspended', administrator: 'Night shift' }),
  ]);
});

test('console: the signing key is rotated, and the next one is shown', async () => {
  const { page } = session;
  await page.goto(pages.at('/admin/keys'));
  await button(page, 'Rotate').click();
  await page.getByText('signs next', { exact: true }).waitFor();
  await checkAtBothSizes('keys');
});

test('console: a revoked signing key signs no operator out', async () => {
  const { page } = session;
  await page.goto(pages.at('/admin/keys'));
  await button(page, 'Revoke…').last().click();
  const dialog = page.getByRole('dialog');
  const [, typed = ''] = /Type (\S+) to continue/.exec(await dialog.innerText()) ?? [];
  await dialog.getByRole('textbox').fill(typed);
  await dialog.getByRole('button', { name: 'Revoke the key' }).click();
  await page.getByText('revoked', { exact: true }).waitFor();
  // The token of the page is rejected, and the key of the next one is not in the cache of the browser.
  await page.goto(pages.at('/admin/keys'));
  await page.getByText('revoked', { exact: true }).waitFor();
});

test('console: settings are shown without secrets', async () => {
  const { page } = session;
  await page.goto(pages.at('/admin/settings'));
  await page.getByText('SSO_ADMIN_KEY', { exact: true }).waitFor();
  expect(await page.locator('main').innerText()).not.toContain(platform.adminKey);
  await checkAtBothSizes('settings');
});

test('console: after ten minutes an action asks for the passkey and returns to the same page and form', async () => {
  const { page } = session;
  await page.goto(pages.at('/admin/invites'));
  await page.getByLabel('Note', { exact: true }).fill('For the night shift');
  // Response of the provider to a token that is ten minutes old.
  const refuse = { error: 'insufficient_user_authentication', error_description: 'Confirm again.' };
  await page.route(/\/console-sessions$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const headers = {
      'access-control-allow-origin': urlOf(platform, 'web'),
      'access-control-expose-headers': 'WWW-Authenticate',
      'content-type': 'application/json',
      'www-authenticate': 'DPoP error="insufficient_user_authentication", max_age="600", acr_values="open_console"',
    };
    return route.fulfill({ status: 401, headers, body: JSON.stringify(refuse) });
  });
  const authorizing = page.waitForRequest((request) => request.url().includes('/oauth/authorize?'));
  await page.goto(pages.at('/admin/invites'), { waitUntil: 'commit' });
  const asked = new URL((await authorizing).url()).searchParams;
  expect([asked.get('max_age'), asked.get('acr_values')]).toEqual(['600', 'open_console']);
  await page.unrouteAll();
  await page.waitForURL(/\/approve\//);
  await button(page, 'Approve').click();
  await heading(page, 'Invites');
  expect(new URL(page.url()).pathname).toBe('/admin/invites');
  await expect.poll(() => page.getByLabel('Note', { exact: true }).inputValue()).toBe('For the night shift');
});

test('console: signing out revokes its key at the provider', async () => {
  const { page } = session;
  const opening = page.waitForResponse(
    (response) => response.url().endsWith('/console-sessions') && response.status() === 201,
  );
  await page.goto(pages.at('/admin'));
  const { key } = (await (await opening).json()) as { key: string };
  const listAudit = () =>
    fetch(`${urlOf(platform, 'sso')}/api/v1/audit`, { headers: { authorization: `Bearer ${key}` } });
  expect((await listAudit()).status).toBe(200);
  await button(page, 'Sign out').click();
  await button(page, 'Sign in').waitFor();
  await expect.poll(async () => (await listAudit()).status).toBe(401);
  expect(session.pageErrors).toEqual([]);
});
