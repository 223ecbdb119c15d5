import { beforeAll, expect, test } from 'vitest';
import { enrolOwner, type Owner, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

// Only the embedded default has the demo provider that the page signs in with.
const embedded = process.env['TEST_DATABASE_URL'] === undefined;

const platform = useStarted(() => startPlatform({ services: ['sso', 'web'] }), deletePlatformData);
let owner: Owner;
let web: string;
beforeAll(async () => {
  owner = await enrolOwner(platform);
  web = urlOf(platform, 'web');
});

test('start page: shows which services are ready', async () => {
  const response = await fetch(web);
  const page = await response.text();
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page).toContain(urlOf(platform, 'sso'));
  expect(page.match(/class="dot ready"/g)).toHaveLength(1);
  expect(page.match(/class="dot not-(running|ready)"/g)).toHaveLength(3);
});

test.runIf(embedded)('start page: starts no sign-in by itself, and shows the QR code of a started one', async () => {
  const response = await fetch(web);
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(await response.text()).not.toContain('/approve/');
  expect(await (await fetch(`${web}/try`)).text()).not.toContain('/approve/');
  const { cookie, deepLink } = await openTry();
  const page = await (await fetch(web, { headers: { cookie } })).text();
  expect(page).toMatch(/<svg\s+class="qr"/);
  expect(page).toContain('Or scan this code with a phone.');
  expect(page).toContain('href="/try/here"');
  await owner.decide(deepLink, 'approve');
  expect((await openTry(cookie)).page).toContain(owner.sub);
});

/** Opens /try with the given cookie; without one, starts an attempt first. */
async function openTry(given?: string): Promise<{ page: string; cookie: string; deepLink: string }> {
  const started = given === undefined ? await fetch(`${web}/try`, { method: 'POST', redirect: 'manual' }) : undefined;
  const cookie = given ?? started?.headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = await (await fetch(`${web}/try`, { headers: { cookie } })).text();
  return { page, cookie, deepLink: /https?:\/\/[^"<]+\/approve\/[\w-]{43}/.exec(page)?.[0] ?? '' };
}

test.runIf(embedded)('start page: /try waits without JavaScript and shows the user after approval', async () => {
  const first = await openTry();
  expect(first.page).toMatch(/<svg\s+class="qr"/);
  expect(first.page).toContain('<noscript><meta http-equiv="refresh"');
  const waiting = await openTry(first.cookie);
  expect(waiting.page).toContain('Waiting for the decision');
  expect(waiting.deepLink).toBe(first.deepLink);

  await owner.decide(first.deepLink, 'approve');
  expect((await openTry(first.cookie)).page).toContain(owner.sub);
});

test.runIf(embedded)('start page: /try shows a declined attempt and offers another one', async () => {
  const first = await openTry();
  await owner.decide(first.deepLink, 'reject');
  expect((await openTry(first.cookie)).page).toContain('Declined');
});

test.runIf(embedded)('start page: a forged attempt cookie is ignored', async () => {
  const first = await openTry();
  const second = await openTry(`${first.cookie.slice(0, -2)}xx`);
  expect([second.deepLink, second.page.includes('Show the QR code')]).toEqual(['', true]);
});
