import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { checkPage, openBrowserSession, phone } from '../fixtures/browser-session.ts';
import { openChromium } from '../fixtures/chromium.ts';
import { type ForumAgent, startForum } from '../fixtures/forum.ts';
import { useStarted } from '../fixtures/use-started.ts';

const forum = useStarted(startForum);
let browser: Browser;
let agent: ForumAgent;
let post: string;
let deepest: string;
beforeAll(async () => {
  agent = await forum.join();
  const reader = await forum.join();
  unwrap(await agent.forum.createForum({ body: { name: 'coffee', description: 'What keeps us awake, and why.' } }));
  const text = `**Strong**, please. See [the notes](https://a.example/notes) and \`grind(18)\`.

| bean | origin | roast | altitude | price per kilogram |
|---|---|---|---|---|
| Sidamo | Ethiopia | light | 1,900 m | 24.00 |

- [x] water
- [ ] milk

\`\`\`
${'a line of code that is longer than a phone is wide; '.repeat(3)}
\`\`\``;
  const body = { title: 'The first cup <script>alert(1)</script>', body: text, forum: 'coffee' };
  post = unwrap(await agent.forum.createPost({ body })).post.id;
  let parentId: string | undefined;
  for (let depth = 0; depth < 12; depth += 1) {
    const reply = { body: `Reply number ${depth} to the cup.`, ...(parentId !== undefined && { parentId }) };
    const author = depth % 2 === 0 ? reader : agent;
    parentId = unwrap(await author.forum.createComment({ path: { id: post }, body: reply })).comment.id;
  }
  deepest = parentId ?? '';
  // What moderators leave behind: a locked thread with a hidden comment, a pinned post, a log, an erased owner.
  const act = async (action: 'lock' | 'hide' | 'pin', about: { postId: string } | { commentId: string }) =>
    unwrap(await agent.forum.createModerationAction({ body: { action, ...about, reason: `Because: ${action}` } }));
  const comment = async (author: ForumAgent, text: string) =>
    unwrap(await author.forum.createComment({ path: { id: post }, body: { body: text } })).comment.id;
  const leaving = await forum.join();
  await comment(leaving, 'I will leave.');
  await act('hide', { commentId: await comment(reader, 'Buy my beans') });
  await act('pin', { postId: post });
  await act('lock', { postId: post });
  unwrap(await agent.forum.setModerator({ path: { name: 'coffee', owner: reader.sub } }));
  unwrap(await leaving.forum.deleteOwner({ path: { owner: leaving.sub } }));
  browser = await openChromium();
});
afterAll(() => browser.close());

const pages = [
  ['front page', () => '/'],
  ['post', () => `/posts/${post}`],
  ['community', () => '/f/coffee'],
  ['communities', () => '/f'],
  ['moderation', () => '/moderation?forum=coffee'],
  ['not found', () => '/posts/none'],
  ['owner', () => `/owners/${agent.sub}`],
  ['search', () => '/search?q=cup'],
  ['agent', () => `/agents/${agent.jkt}`],
  ['permalink', () => `/posts/${post}?parentId=${deepest}`],
  ['search without results', () => '/search?q=tea'],
  ['search without text', () => '/search'],
  ['invalid cursor', () => '/?cursor=zzz'],
] as const;

test.each([390, 820, 1440])(
  'forum pages, %i pixels wide: accessible in both themes, nothing wider than the screen, no violation of the policy [F26]',
  async (width) => {
    const { page, pageErrors, requestedOrigins, close } = await openBrowserSession(browser, {
      viewport: { width, height: 900 },
    });
    for (const [name, path] of pages) {
      await page.goto(forum.url + path());
      expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, width]);
      expect([name, pageErrors, [...requestedOrigins]]).toEqual([name, [], [forum.url]]);
      await checkPage(page, `forum-${name.replaceAll(' ', '-')}-${width}`);
      // Axe is loaded by evaluation, which the policy of the next page reports.
      pageErrors.length = 0;
    }
    await close();
  },
);

test('forum pages: on a phone the words of a table stay whole, and the table is scrolled by keyboard', async () => {
  const { page, close } = await openBrowserSession(browser, phone);
  await page.goto(`${forum.url}/posts/${post}`);
  // One line has one box.
  const lines = `(() => {
    const text = document.createRange();
    return [...document.querySelectorAll('.table th')].map((cell) => {
      text.selectNodeContents(cell);
      return [cell.textContent, new Set([...text.getClientRects()].map(({ top }) => top)).size];
    });
  })()`;
  const cells = (await page.evaluate(lines)) as readonly (readonly [string, number])[];
  for (const [text, count] of cells) expect([text, count <= text.split(' ').length]).toEqual([text, true]);
  expect(cells.filter(([text]) => !text.includes(' ')).length).toBe(4);
  const table = page.getByRole('group', { name: 'Table' });
  const node = `document.querySelector('.table')`;
  expect(await page.evaluate(`${node}.scrollWidth > ${node}.clientWidth`)).toBe(true);
  await table.focus();
  const scrolled = async () => {
    await page.keyboard.press('ArrowRight');
    return page.evaluate(`${node}.scrollLeft`);
  };
  await expect.poll(scrolled).toBeGreaterThan(0);
  await close();
});

test('forum pages: by keyboard, the first link skips to the content, and replies collapse and open [F25]', async () => {
  const { page, close } = await openBrowserSession(browser);
  await page.goto(`${forum.url}/posts/${post}`);
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('content');
  const focused = () => page.evaluate('document.activeElement.tagName');
  for (let tabs = 0; tabs < 40 && (await focused()) !== 'SUMMARY'; tabs += 1) await page.keyboard.press('Tab');
  expect(await focused()).toBe('SUMMARY');
  expect(await page.locator('summary').first().innerText()).toMatch(/^\d+ replies$/);
  const inner = page.getByText('Reply number 1 to the cup.');
  expect(await inner.isVisible()).toBe(true);
  const replies = page.locator('details').first();
  await page.keyboard.press('Enter');
  await inner.waitFor({ state: 'hidden' });
  expect(await replies.getAttribute('open')).toBeNull();
  await page.keyboard.press('Enter');
  await expect.poll(() => replies.getAttribute('open')).toBe('');
  expect(await inner.isVisible()).toBe(true);
  await close();
});

test('forum pages: without JavaScript a reader searches, sorts, follows permalinks and hidden replies, and collapses [F4]', async () => {
  const { page, pageErrors, close } = await openBrowserSession(browser, { ...phone, javaScriptEnabled: false });
  await page.goto(forum.url);
  await page.getByRole('link', { name: 'new', exact: true }).click();
  expect(new URL(page.url()).search).toBe('?sort=new');
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('"reply number 3"');
  await page.getByRole('button', { name: 'Search' }).click();
  const results = page.locator('.row');
  expect(await results.count()).toBe(1);
  await results.getByRole('link', { name: 'The first cup' }).click();
  expect(await page.locator('.comments .text').first().innerText()).toContain('Reply number 3');

  await page.goto(`${forum.url}/posts/${post}`);
  const time = page.locator('.comments time').first();
  expect(await time.getAttribute('title')).toMatch(/UTC$/);
  await page.getByRole('link', { name: '2 more replies' }).click();
  await page.getByText('Reply number 11 to the cup.').waitFor();
  const anchor = new URL(page.url()).hash;
  expect(await page.locator(anchor).innerText()).toContain('Reply number 9');
  await page.locator('summary').first().click();
  await page.getByText('Reply number 11 to the cup.').waitFor({ state: 'hidden' });
  expect(pageErrors).toEqual([]);
  await close();
});

/** Titles that pages must hold, however they are written. */
const hostileTitles = [
  'W'.repeat(300),
  'a'.repeat(64),
  'مرحبا بالعالم من وكيل الاختبار',
  'Left \u200fright\u200e marks',
  '👩‍👩‍👧‍👦🏳️‍🌈 emoji '.repeat(8).trim(),
  'Z̸̢̛̛a̴͝l̷g̶o̵',
];

test.each([
  [1440, 900, 12],
  [390, 844, 5],
])('forum pages, %i × %i: at least %i rows are in view, whatever their titles', async (width, height, rows) => {
  for (const title of [...hostileTitles, ...hostileTitles].slice(0, 12))
    unwrap(await agent.forum.createPost({ body: { title, body: `${width}${title}`, forum: 'coffee' } }));
  const { page, close } = await openBrowserSession(browser, { viewport: { width, height } });
  await page.goto(`${forum.url}/?sort=new`);
  const whole = `[...document.querySelectorAll('.row')].filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`;
  expect(await page.evaluate(whole)).toBeGreaterThanOrEqual(rows);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  expect(await page.locator('.row pre, .row code, .row .text').count()).toBe(0);
  await checkPage(page, `forum-rows-${width}`);
  await close();
});

test.each([
  ['de-DE', 'de', 'Worüber Agenten sprechen', /^vor|gerade/],
  ['ja-JP', 'ja', 'エージェントたちの話題', /前$|たった今/],
])('forum pages in %s: texts, times and the time zone are those of the reader', async (locale, lang, heading, ago) => {
  const { page, pageErrors, close } = await openBrowserSession(browser, { ...phone, locale, timezoneId: 'Asia/Tokyo' });
  await page.goto(`${forum.url}/posts/${post}`);
  expect(await page.evaluate('document.documentElement.lang')).toBe(lang);
  const time = page.locator('time').first();
  expect(await time.innerText()).toMatch(ago);
  expect(await time.getAttribute('title')).toMatch(/GMT\+9|JST/);
  await page.goto(forum.url);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(heading);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(pageErrors).toEqual([]);
  await checkPage(page, `forum-${lang}`);
  await close();
});

test('forum pages: code is highlighted by classes, and numbers of replies agree with what is shown', async () => {
  const { page, close } = await openBrowserSession(browser);
  const code = '```ts\nconst key = "<b>";\n```\n\n```nonsense\n<b>plain</b>\n```';
  const { id } = unwrap(await agent.forum.createPost({ body: { title: 'Code', body: code, forum: 'coffee' } })).post;
  await page.goto(`${forum.url}/posts/${id}`);
  expect(await page.locator('.hljs-string').innerText()).toBe('"<b>"');
  expect(await page.locator('.text pre').last().innerText()).toContain('<b>plain</b>');
  await page.goto(`${forum.url}/posts/${post}`);
  // Twelve replies in a chain, of which the page shows ten.
  expect(await page.locator('summary').first().innerText()).toBe('11 replies');
  expect(await page.getByRole('heading', { level: 2 }).innerText()).toBe('14 comments');
  await close();
});

test('forum pages: a page beyond the last one says so, and leads to the first', async () => {
  const { page, close } = await openBrowserSession(browser);
  await page.goto(`${forum.url}/f?offset=500`);
  await page.getByText('There is nothing beyond the last page.').waitFor();
  await page.getByRole('link', { name: 'Back to the first page' }).click();
  await page.getByRole('link', { name: 'coffee' }).waitFor();
  await close();
});

test('forum feeds: a strict XML parser reads the Atom feed and the sitemap [F5]', async () => {
  const { page, close } = await openBrowserSession(browser);
  await page.goto(forum.url);
  for (const path of ['/feed.atom', '/sitemap.xml']) {
    const document = JSON.stringify(await (await fetch(forum.url + path)).text());
    const root = `new DOMParser().parseFromString(${document}, 'application/xml').documentElement.localName`;
    expect(['feed', 'urlset']).toContain(await page.evaluate(root));
  }
  await close();
});
