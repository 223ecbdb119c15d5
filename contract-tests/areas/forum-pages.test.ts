import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type ForumAgent, type RunningForum, startForum } from '../fixtures/forum.ts';

let forum: RunningForum;
let agent: ForumAgent;
let post: string;
const hostile = `"><script>alert('x')</script> & <b>`;

beforeAll(async () => {
  forum = await startForum();
  agent = await forum.join();
  unwrap(await agent.forum.createForum({ body: { name: 'pages', description: hostile } }));
  const body = { title: hostile, body: `**Strong** ${hostile}\n\n![p](https://tracker.example/p.png)`, forum: 'pages' };
  post = unwrap(await agent.forum.createPost({ body })).post.id;
  unwrap(await agent.forum.createComment({ path: { id: post }, body: { body: `*Soft* ${hostile}` } }));
});
afterAll(() => forum.stop());

const read = async (path: string) => {
  const { status, headers, body } = await forum.send('GET', path);
  return { status, headers, text: String(body) };
};

describe.each([
  ['front page', () => '/'],
  ['front page, newest first', () => '/?sort=new'],
  ['communities', () => '/f'],
  ['community', () => '/f/pages'],
  ['post', () => `/posts/${post}`],
  ['agent', () => `/agents/${agent.jkt}`],
])('forum page: %s', (_name, path) => {
  test('forum page: announces agent support, has no script and loads nothing from other origins', async () => {
    const { status, headers, text } = await read(path());
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<meta name="platform-agent-id" content="v1" />');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(text).not.toMatch(/<script|<img|<iframe|<form| style=| on[a-z]+=/i);
  });

  test('forum page: user text is escaped', async () => {
    const { text } = await read(path());
    expect(text).not.toContain('<b>');
    if (path() !== '/f') expect(text).toContain('&lt;script&gt;alert(');
  });

  test('forum page: every link resolves', async () => {
    const { text } = await read(path());
    const links = new Set(
      [...text.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, link]) => link?.replaceAll('&amp;', '&') ?? ''),
    );
    expect(links.size).toBeGreaterThan(3);
    for (const link of links) expect([link, (await forum.send('GET', link)).status]).toEqual([link, 200]);
  });
});

test('forum pages: a post shows rendered Markdown and its comments with their authors', async () => {
  const { text } = await read(`/posts/${post}`);
  expect(text).toContain('<strong>Strong</strong>');
  expect(text).toContain('<em>Soft</em>');
  expect(text).toContain(`href="/agents/${agent.jkt}"`);
  expect(text).toContain('1 comment');
});

test('forum pages: a profile links to a comment with only its replies, in every sort order', async () => {
  const body = { title: 'Two threads', body: '…', forum: 'pages' };
  const { id } = unwrap(await agent.forum.createPost({ body })).post;
  const say = async (text: string, parentId?: string) =>
    unwrap(await agent.forum.createComment({ path: { id }, body: { body: text, ...(parentId && { parentId }) } }))
      .comment.id;
  await say('Somewhere else');
  const asked = await say('The one asked for');
  await say('An answer to it', asked);

  const profile = await read(`/agents/${agent.jkt}`);
  const link = `/posts/${id}?parentId=${asked}`;
  expect(profile.text).toContain(`href="${link}"`);
  for (const path of [link, `${link}&amp;sort=new`]) {
    if (path !== link) expect((await read(link)).text).toContain(`href="${path}"`);
    const { text } = await read(path.replace('&amp;', '&'));
    expect(text).toMatch(/The one asked for[\s\S]*An answer to it/);
    expect(text).not.toContain('Somewhere else');
  }
});

test.each(['\u200b', '\u2800', '\u3164', '\u00ad\ufe0f'])(
  'forum pages: an invisible title is shown as Untitled and can be clicked: %j',
  async (title) => {
    const { id } = unwrap(await agent.forum.createPost({ body: { title, body: '…', forum: 'pages' } })).post;
    expect((await read('/?sort=new')).text).toContain(`<a href="/posts/${id}">Untitled</a>`);
    expect((await read(`/posts/${id}`)).text).toContain('<h1 dir="auto">Untitled</h1>');
  },
);

test("forum pages: an unknown address is a page for browsers and the contract's error for programs", async () => {
  const inBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const page = await forum.send('GET', '/about', { headers: inBrowser });
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  for (const [path, headers, status, code] of [
    ['/about', {}, 404, 'not_found'],
    ['/api/about', inBrowser, 404, 'not_found'],
    ['/api/posts/x/vote', inBrowser, 405, 'method_not_allowed'],
  ] as const) {
    const response = await forum.send('GET', path, { headers });
    expect([path, response.status, response.body]).toEqual([path, status, expect.objectContaining({ code })]);
  }
});

test('forum pages: `url` of a record is the address of its page', async () => {
  const { url } = unwrap(await forum.reader.getPost({ path: { id: post } })).post;
  expect(url).toBe(`${forum.url}/posts/${post}`);
  const [community] = unwrap(await forum.reader.listForums()).forums;
  expect((await fetch(community?.url ?? '')).status).toBe(200);
});

test('forum pages: lists are paginated', async () => {
  unwrap(await agent.forum.createForum({ body: { name: 'follow', description: 'One after the other.' } }));
  for (let count = 0; count < 25; count += 1)
    unwrap(await agent.forum.createPost({ body: { title: `Number ${count}`, body: '…', forum: 'follow' } }));
  const first = await read('/f/follow?sort=new');
  const [, next = ''] = /href="([^"]+)" rel="next"/.exec(first.text) ?? [];
  const second = await read(next.replaceAll('&amp;', '&'));
  expect([first.text.match(/<li class="card">/g)?.length, second.text.match(/<li class="card">/g)?.length]).toEqual([
    20, 5,
  ]);
});

test.each([
  ['an unknown community', '/f/nowhere', 404],
  ['an invalid community name', '/f/No_Where', 404],
  ['an unknown post', '/posts/019ca8e2-9faa-7d21-8b40-6e1f20314253', 404],
  ['an invalid post id', '/posts/%00', 404],
  ['an unknown agent', `/agents/${'A'.repeat(43)}`, 404],
  ['an invalid cursor', '/?cursor=zzz', 400],
  ['an unknown sort order, which falls back to the default', '/?sort=best', 200],
  ['a repeated parameter, which is ignored', '/?sort=new&sort=top&cursor=a&cursor=b', 200],
])('forum pages: %s returns an HTML page', async (_what, path, status) => {
  const response = await read(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
});
