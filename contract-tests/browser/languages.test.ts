import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { SsoApiClient } from '../../generated/sso/client.ts';
import { s256Challenge } from '../../src/protocol/pkce.ts';
import { desktop, checkAtBothSizes, checkPage, phone } from '../fixtures/browser-session.ts';
import { startSignIn } from '../fixtures/identity.ts';
import { demoProvider } from '../fixtures/platform.ts';
import { openProviderPages } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';

const pages = useStarted(openProviderPages);
let baseUrl: string;
let sso: SsoApiClient;
beforeAll(async () => {
  ({ baseUrl, sso } = pages);
});

/** Opens a browser of a locale, which records the scripts that it loads. */
async function openPage(locale: string, options = desktop) {
  const { page, context } = await pages.openPage({ ...options, locale, timezoneId: 'UTC' });
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  return { page, context, scripts };
}

/** Hides the content of the language switch, as before it is received, or shows it again. */
const hideContent = (hidden: boolean) =>
  `document.querySelectorAll('form.languages > *').forEach((part) => { part.hidden = ${hidden}; })`;

/** Starts a sign-in that an agent's screen shows. */
const startAgentSignIn = () => startSignIn(sso, { agentName: 'N8' });

/** Words of English sentences; the names of programs and applications are no sentences. */
const english = /\b(?:the|your|you|this|with|and|was|sign|used|code)\b/gi;
const names = /Platform Sign-In|Demo application|Chrome on Linux|QR-Code|English/g;

/** Checks language, width and accessibility of a page on a phone and a desktop. */
async function check(page: Page, language: string, name: string): Promise<void> {
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
  const shown = (await page.locator('body').innerText()).replaceAll(names, '');
  const allowed = language === 'de' ? ['code', 'was'] : [];
  expect((shown.match(english) ?? []).filter((word) => !allowed.includes(word.toLowerCase()))).toEqual([]);
  await checkAtBothSizes(page, `${name}-${language}`);
}

interface Words {
  readonly language: string;
  readonly locale: string;
  readonly passkeyName: string;
  readonly createPasskey: string;
  readonly connect: string;
  readonly permission: string;
  readonly duration: string;
  readonly warning: string;
  readonly approve: string;
  readonly approved: string;
  readonly wrong: string;
  readonly account: string;
  readonly disconnected: string;
  readonly today: RegExp;
  readonly signOut: string;
  readonly signIn: string;
  readonly noDevice: string;
  readonly signedOut: string;
}

const german: Words = {
  language: 'de',
  locale: 'de-AT',
  passkeyName: 'Name des neuen Passkeys',
  createPasskey: 'Passkey erstellen',
  connect: '„N8“ für Sie handeln lassen?',
  permission: 'darf alles in Ihrem Namen',
  duration: '30 Tage nach der letzten Verwendung',
  warning: 'Wählen Sie den Code aus, den der andere Bildschirm zeigt.',
  approve: 'Genehmigen',
  approved: 'Genehmigt',
  wrong: 'Falscher Code',
  account: 'Ihr Konto',
  disconnected: 'Keine Anwendung und kein Agent ist verbunden.',
  today: /Hinzugefügt: heute, \d\d:\d\d/,
  signOut: 'Abmelden',
  signIn: 'Mit einem Passkey anmelden',
  noDevice: 'Auf diesen Code wartet kein Gerät.',
  signedOut: 'Sie sind abgemeldet',
};
const japanese: Words = {
  language: 'ja',
  locale: 'ja-JP',
  passkeyName: '新しいパスキーの名前',
  createPasskey: 'パスキーを作成',
  connect: '「N8」 に操作を任せますか？',
  permission: 'ご本人に代わってすべての操作ができます',
  duration: '最後の使用から 30 日',
  warning: 'もう一方の画面に表示されているコードを選んでください。',
  approve: '承認',
  approved: '承認しました',
  wrong: 'コードが違います',
  account: 'アカウント',
  disconnected: '接続中のアプリケーションやエージェントはありません。',
  today: /追加日時：今日 \d\d:\d\d/,
  signOut: 'サインアウト',
  signIn: 'パスキーでサインイン',
  noDevice: 'このコードで待機しているデバイスはありません。',
  signedOut: 'サインアウトしました',
};

test.each([german, japanese])(
  'page languages: a browser in $locale approves with a passkey and reads its account in $language',
  async (words) => {
    const { page, context, scripts } = await openPage(words.locale, phone);
    const signIn = await startAgentSignIn();
    await page.goto(signIn.deepLink);
    await page.getByLabel(words.passkeyName).fill('N8');
    await check(page, words.language, 'language-sign-in');
    await page.getByRole('button', { name: words.createPasskey }).click();
    await page.getByRole('heading', { name: words.connect }).waitFor();
    await page.locator('.more > summary').click();
    const shown = await page.locator('main').innerText();
    expect(shown).toContain(words.permission);
    expect(shown).toContain(words.duration);
    await page.getByRole('button', { name: words.approve, exact: true }).click();
    await page.getByRole('alert').getByText(words.warning).waitFor();
    await check(page, words.language, 'language-decide');
    await page.getByRole('radio', { name: signIn.comparisonCode }).check();
    await page.getByRole('button', { name: words.approve, exact: true }).click();
    await page.getByRole('heading', { name: words.approved }).waitFor();
    await check(page, words.language, 'language-approved');

    await page.goto(`${baseUrl}/owner`);
    await page.getByRole('heading', { name: words.account, level: 1, exact: true }).waitFor();
    await page.getByText(words.disconnected).waitFor();
    expect(await page.locator('main').innerText()).toMatch(words.today);
    await check(page, words.language, 'language-account');
    await page.getByRole('button', { name: words.signOut, exact: true }).click();
    await page.getByRole('button', { name: words.signIn }).waitFor();
    expect(new Set(scripts)).toEqual(
      new Set(['approval', 'owner'].map((name) => `/assets/${name}.${words.language}.js`)),
    );
    await context.close();
  },
);

test.each([german, japanese])('page languages: pages without sign-in and errors are in $language', async (words) => {
  const { page, context } = await openPage(words.locale);
  const { language } = words;
  const places = {
    'no-request': `/approve/${'x'.repeat(43)}`,
    'no-link': `/link/${'x'.repeat(43)}`,
    recover: '/recover',
    device: '/device',
    'signed-out': '/oauth/end_session',
  };
  for (const [name, path] of Object.entries(places)) {
    await page.goto(baseUrl + path);
    await page.locator('main h1').waitFor();
    await check(page, language, `language-${name}`);
  }
  await page.goto(`${baseUrl}/device`);
  await page.getByRole('textbox').fill('WDJB-MJHT');
  await page.getByRole('textbox').press('Enter');
  await page.getByRole('alert').getByText(words.noDevice).waitFor();
  await check(page, language, 'language-device-unknown');

  await page.goto(`${baseUrl}/oauth/end_session`);
  await page.getByRole('button', { name: words.signOut, exact: true }).click();
  await page.getByRole('heading', { name: words.signedOut }).waitFor();

  await page.goto(`${baseUrl}/recover`);
  await page.getByRole('textbox').first().fill('0000-0000-0000-0000');
  await page.getByRole('textbox').first().press('Enter');
  await page.getByRole('alert').waitFor();
  await check(page, language, 'language-recover-refused');

  // The operator's part of an error page is English and marked so.
  await page.goto(`${baseUrl}/oauth/authorize?client_id=unknown&response_type=code`);
  await page.locator('main h1').waitFor();
  expect(await page.locator('main [lang=en]').count()).toBe(1);
  await checkPage(page, `language-error-${language}`);
  await context.close();
});

test('page languages: the switch is remembered and keeps the place, the query and the fragment', async () => {
  const { page, context } = await openPage('en-GB');
  await page.goto(`${baseUrl}/owner?from=mail#recovery`);
  await page.getByLabel('Name of the new passkey').fill('Work laptop');
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
  await page.getByRole('form', { name: 'Language' }).getByRole('button', { name: 'Deutsch' }).press('Enter');
  await page.getByRole('heading', { name: 'Wiederherstellungscodes' }).waitFor();
  expect(page.url()).toBe(`${baseUrl}/owner?from=mail#recovery`);
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('recovery-title');

  const signIn = await startAgentSignIn();
  await page.goto(`${signIn.deepLink}?ui_locales=ja`);
  await page.getByRole('heading', { name: german.connect }).waitFor();
  await page.getByRole('button', { name: '日本語' }).click();
  await page.getByRole('heading', { name: japanese.connect }).waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Let “N8” act for you?' }).waitFor();
  expect(page.url()).toBe(`${signIn.deepLink}?ui_locales=ja`);
  await context.close();
});

test('page languages: the switch works without scripts, and leads to no other site', async () => {
  const context = await pages.browser.newContext({ ...desktop, locale: 'en-GB', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseUrl}/device`);
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Gerät verbinden' }).waitFor();
  const cookies = await context.cookies();
  expect(cookies).toMatchObject([{ name: 'language', value: 'de', httpOnly: true, sameSite: 'Lax', path: '/' }]);
  for (const elsewhere of ['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example', '', 'x']) {
    const form = { language: 'ja', return_to: elsewhere };
    const headers = { origin: new URL(baseUrl).origin };
    const response = await context.request.post(`${baseUrl}/language`, { form, headers, maxRedirects: 0 });
    expect([elsewhere, response.status(), response.headers()['location']]).toEqual([elsewhere, 303, '/owner']);
  }
  await context.close();
});

test('page languages: the switch has its place before its content arrives', async () => {
  const { page, context } = await openPage('en-GB');
  for (const path of ['/device', '/owner']) {
    await page.goto(baseUrl + path);
    const form = page.getByRole('form', { name: 'Language' });
    for (const width of [320, 390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const complete = await form.boundingBox();
      await page.evaluate(hideContent(true));
      expect([path, width, await page.locator('form.languages').boundingBox()]).toEqual([path, width, complete]);
      await page.evaluate(hideContent(false));
    }
  }
  await context.close();
});

test('OpenID Connect Core §3.1.2.1: an application asks for the language of the page by ui_locales', async () => {
  const { page, context } = await openPage('en-GB');
  const query = new URLSearchParams({
    response_type: 'code',
    response_mode: 'query',
    client_id: demoProvider,
    redirect_uri: 'http://127.0.0.1:9/callback',
    scope: 'openid',
    code_challenge: s256Challenge(randomBytes(32).toString('base64url')),
    code_challenge_method: 'S256',
    ui_locales: 'fr ja de',
  });
  const response = await page.goto(`${baseUrl}/oauth/authorize?${query.toString()}`);
  expect([response?.headers()['content-language'], response?.headers()['vary']]).toEqual([
    'ja',
    expect.stringContaining('accept-language, cookie'),
  ]);
  await page.getByRole('heading', { name: 'Demo application がサインインを求めています' }).waitFor();
  const metadata = await sso.getAuthorizationServerMetadata();
  expect(metadata.status === 200 && metadata.body.ui_locales_supported).toEqual(['en', 'de', 'ja']);
  await context.close();
});
