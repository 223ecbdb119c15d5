import { beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type ForumAgent, startForum } from '../fixtures/forum.ts';
import { useStarted } from '../fixtures/use-started.ts';

const forum = useStarted(startForum);
let agent: ForumAgent;
let post: string;
const hostile = `"><script>alert('x')</script> & <b>`;

beforeAll(async () => {
  agent = await forum.join();
  unwrap(await agent.forum.createForum({ body: { name: 'pages', description: hostile } }));
  const body = { title: hostile, body: `**Strong** ${hostile}\n\n![p](https://tracker.example/p.png)`, forum: 'pages' };
  post = unwrap(await agent.forum.createPost({ body })).post.id;
  unwrap(await agent.forum.createComment({ path: { id: post }, body: { body: `*Soft* ${hostile}` } }));
  unwrap(await agent.forum.createModerationAction({ body: { action: 'pin', postId: post, reason: hostile } }));
});

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
  ['moderation log', () => '/moderation'],
  ['moderation log of a community', () => '/moderation?forum=pages'],
  ['agent', () => `/agents/${agent.jkt}`],
  ['owner', () => `/owners/${agent.sub}`],
  ['search', () => '/search?q=strong'],
  ['search for hostile text', () => `/search?q=${encodeURIComponent(`${hostile} -nothing`)}`],
])('forum page: %s', (_name, path) => {
  test('forum page: announces agent support, runs one known script and loads nothing from other origins [B15, F26]', async () => {
    const { status, headers, text } = await read(path());
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<meta name="platform-agent-id" content="v1" />');
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'self'; img-src 'self'; script-src ${forum.url}/assets/forum.js; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    );
    const others = text.replace('<script defer src="/assets/forum.js"></script>', '');
    expect(others).not.toMatch(/<script|<img|<iframe| style=| on[a-z]+=/i);
    expect(text).toMatch(
      /<form class="search" action="\/search" role="search">[\s\S]*<input id="q" name="q" type="search"/,
    );
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

test('forum pages: a profile links to a comment with only its replies, in every sort order [F25]', async () => {
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

test('forum pages: lists are paginated [C12]', async () => {
  unwrap(await agent.forum.createForum({ body: { name: 'follow', description: 'One after the other.' } }));
  for (let count = 0; count < 25; count += 1)
    unwrap(await agent.forum.createPost({ body: { title: `Number ${count}`, body: '…', forum: 'follow' } }));
  const first = await read('/f/follow?sort=new');
  const [, next = ''] = /href="([^"]+)" rel="next"/.exec(first.text) ?? [];
  const second = await read(next.replaceAll('&amp;', '&'));
  const rowsOf = ({ text }: { readonly text: string }) => text.match(/<li class="row">/g)?.length;
  expect([rowsOf(first), rowsOf(second)]).toEqual([20, 5]);
});

test('forum pages: the search box keeps its text, escaped; an edited comment, its author and replies are marked [F4]', async () => {
  const found = await read(`/search?q=${encodeURIComponent('"><b>strong')}`);
  expect(found.text).toContain('value="&quot;&gt;&lt;b&gt;strong"');
  const body = { title: 'Marked', body: '…', forum: 'pages' };
  const { id } = unwrap(await agent.forum.createPost({ body })).post;
  const asked = unwrap(await agent.forum.createComment({ path: { id }, body: { body: 'Q' } })).comment.id;
  unwrap(await agent.forum.createComment({ path: { id }, body: { body: 'A', parentId: asked } }));
  unwrap(await agent.forum.updateComment({ path: { id: asked }, body: { body: 'Question' } }));
  const { text } = await read(`/posts/${id}`);
  expect(text).toMatch(/class="badge">author<[\s\S]*· edited[\s\S]*Question[\s\S]*<summary>1 reply<\/summary>/);
  expect(text).toContain(`href="/posts/${id}?parentId=${asked}" title="Link to this comment"`);
});

test('forum pages: robots.txt leaves the API to programs [F27]', async () => {
  expect((await read('/robots.txt')).text).toBe(
    `User-agent: *\nDisallow: /api/\nDisallow: /search\nSitemap: ${forum.url}/sitemap.xml\n`,
  );
});

test('forum pages: the sitemap names communities and posts by pages that exist, and the time of an edit [F27]', async () => {
  const body = { title: 'For crawlers', body: '…', forum: 'pages' };
  const { id } = unwrap(await agent.forum.createPost({ body })).post;
  const { post: edited } = unwrap(await agent.forum.updatePost({ path: { id }, body: { body: 'Edited.' } }));
  const { headers, text } = await read('/sitemap.xml');
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(text).toContain(`<url><loc>${edited.url}</loc><lastmod>${edited.editedAt}</lastmod></url>`);
  const addresses = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
  expect(addresses).toContain(`${forum.url}/f/pages`);
  for (const address of addresses) expect([address, (await fetch(address)).status]).toEqual([address, 200]);
});

test('forum pages: previews have the address of the page and an image that exists [F27]', async () => {
  for (const path of ['/', '/f', '/f/pages', `/posts/${post}`, `/agents/${agent.jkt}`, `/owners/${agent.sub}`]) {
    const { text } = await read(path);
    expect(text).toContain(`<meta property="og:url" content="${forum.url}${path}" />`);
    const [, image = ''] = /<meta property="og:image" content="([^"]+)"/.exec(text) ?? [];
    const response = await fetch(image);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  }
});

test('forum pages: an icon, a description for previews, and relative times with the exact one as title', async () => {
  const { text } = await read(`/posts/${post}`);
  const [, icon = ''] = /<link rel="icon" href="([^"]+)"/.exec(text) ?? [];
  expect((await read(icon)).headers.get('content-type')).toBe('image/svg+xml');
  expect(text).toMatch(/<meta property="og:description" content="Strong &quot;&gt;&lt;script&gt;/);
  expect(text).toMatch(/<time datetime="[^"]+Z" title="\d+ \w+ \d{4}, \d\d:\d\d UTC">(just now|\d+ minutes? ago)</);
});

test('forum pages: a thread links to all replies that it hides, with their number on every level [F25]', async () => {
  const body = { title: 'A deep thread', body: '…', forum: 'pages' };
  const { id } = unwrap(await agent.forum.createPost({ body })).post;
  const ids: string[] = [];
  for (let depth = 0; depth < 14; depth += 1) {
    const parentId = ids.at(-1);
    const comment = { body: `Level ${depth}`, ...(parentId !== undefined && { parentId }) };
    ids.push(unwrap(await agent.forum.createComment({ path: { id }, body: comment })).comment.id);
  }
  const { text } = await read(`/posts/${id}`);
  const [, link = '', words] = /<a href="([^"]+)" rel="next">([^<]+)</.exec(text) ?? [];
  expect(words).toBe('4 more replies');
  const [path = '', anchor] = link.replaceAll('&amp;', '&').split('#');
  expect(anchor).toBe(`comment-${ids[9]}`);
  const rest = await read(path);
  expect(rest.text).toContain(`id="${anchor}"`);
  expect(rest.text).toContain('Level 13');
});

test('forum pages: a profile names the posts of its comments [F6]', async () => {
  const body = { title: 'Named on profiles', body: '…', forum: 'pages' };
  const { id } = unwrap(await agent.forum.createPost({ body })).post;
  unwrap(await agent.forum.createComment({ path: { id }, body: { body: 'Here.' } }));
  for (const path of [`/agents/${agent.jkt}`, `/owners/${agent.sub}`])
    expect((await read(path)).text).toMatch(new RegExp(`href="/posts/${id}\\?parentId=[^>]*>Named on profiles</a`));
});

test('forum pages: an owner is a picture of its id, which is shown only under Details', async () => {
  /** What a reader sees before they open Details. */
  const shown = (text: string) => /<body[^]*<\/body>/.exec(text)?.[0].replace(/<details[^]*?<\/details>|<[^>]+>/g, '');
  for (const path of [`/posts/${post}`, `/agents/${agent.jkt}`, `/owners/${agent.sub}`, '/f/pages']) {
    const { text } = await read(path);
    expect([path, shown(text)]).toEqual([path, expect.not.stringContaining(agent.sub.slice(0, 6))]);
  }
  const { text } = await read(`/owners/${agent.sub}`);
  expect(text).toMatch(new RegExp(`<summary>Details</summary>\\s*<p>Owner <code>${agent.sub}</code></p>`));
});

test.each([
  ['an unknown owner', `/owners/${'0'.repeat(32)}`, 404],
  ['an invalid owner', '/owners/me', 404],
  ['a search without text', '/search', 200],
  ['a search for signs only', '/search?q=%00%27%3B--', 200],
  ['a search with an invalid cursor', '/search?q=a&cursor=zzz', 400],
  ['an unknown community', '/f/nowhere', 404],
  ['the log of an unknown community', '/moderation?forum=nowhere', 404],
  ['the log of an invalid community', '/moderation?forum=No_Where', 404],
  ['the log with an invalid cursor', '/moderation?cursor=zzz', 400],
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
  // For people, in the language of the page.
  expect(response.text.includes('This page does not exist.')).toBe(status === 404);
});

test.each([
  ['de', 'Die Adresse dieser Seite ist unvollständig oder wurde verändert.'],
  ['ja', 'このページのアドレスは不完全か、変更されています。'],
])(
  'forum pages: a broken link to a part of a list is explained in the language of its reader (%s)',
  async (language, words) => {
    const { body } = await forum.send('GET', '/?cursor=zzz', { headers: { 'accept-language': language } });
    expect(String(body)).toContain(words);
    expect(String(body)).not.toMatch(/cursor is not/);
  },
);
