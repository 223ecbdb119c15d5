import { afterAll, beforeAll, expect, test } from 'vitest';
import { enrolOwner, type Owner, urlOf } from '../fixtures/identity.ts';
import { forget, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

// The demo provider, which the page signs in to, exists in the embedded default only.
const embedded = process.env['TEST_DATABASE_URL'] === undefined;

let platform: RunningPlatform;
let owner: Owner;
let web: string;
beforeAll(async () => {
  platform = await startPlatform({ services: ['sso', 'web'] });
  owner = await enrolOwner(platform);
  web = urlOf(platform, 'web');
});
afterAll(async () => {
  await platform.stop();
  await forget(platform);
});

test('the start page tells which services run', async () => {
  const answer = await fetch(web);
  const page = await answer.text();
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page).toContain(urlOf(platform, 'sso'));
  expect(page.match(/class="dot ready"/g)).toHaveLength(1);
  expect(page.match(/class="dot not-(running|ready)"/g)).toHaveLength(3);
});

test.runIf(embedded)('the start page shows a QR of an attempt to sign in, which /try goes on with', async () => {
  const answer = await fetch(web);
  const page = await answer.text();
  expect(page).toContain('<svg class="qr"');
  const [deepLink] = /https?:\/\/[^"<]+\/approve\/[\w-]{43}/.exec(page) ?? [];
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(await (await fetch(web, { headers: { cookie } })).text()).toContain(deepLink);
  expect((await openTry(cookie)).deepLink).toBe(deepLink);
  await owner.decide(deepLink ?? '', 'approve');
  expect((await openTry(cookie)).page).toContain(owner.sub);
});

/** Opens /try as a browser would, with the cookie that it was given. */
async function openTry(cookie?: string): Promise<{ page: string; cookie: string; deepLink: string }> {
  const answer = await fetch(`${web}/try`, { headers: cookie === undefined ? {} : { cookie } });
  const page = await answer.text();
  return {
    page,
    cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? cookie ?? '',
    deepLink: /https?:\/\/[^"<]+\/approve\/[\w-]{43}/.exec(page)?.[0] ?? '',
  };
}

test.runIf(embedded)(
  'the QR page waits without a script, and shows who signed in once the owner approved',
  async () => {
    const first = await openTry();
    expect(first.page).toContain('<svg class="qr"');
    expect(first.page).toContain('<noscript><meta http-equiv="refresh"');
    const waiting = await openTry(first.cookie);
    expect(waiting.page).toContain('Waiting for the decision');
    expect(waiting.deepLink).toBe(first.deepLink);

    await owner.decide(first.deepLink, 'approve');
    expect((await openTry(first.cookie)).page).toContain(owner.sub);
  },
);

test.runIf(embedded)('a declined attempt says so and offers another one', async () => {
  const first = await openTry();
  await owner.decide(first.deepLink, 'reject');
  expect((await openTry(first.cookie)).page).toContain('Declined');
});

test.runIf(embedded)('a cookie that was tampered with starts afresh', async () => {
  const first = await openTry();
  const second = await openTry(`${first.cookie.slice(0, -2)}xx`);
  expect(second.deepLink).not.toBe('');
  expect(second.deepLink).not.toBe(first.deepLink);
});
