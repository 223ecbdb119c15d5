import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type ForumAgent, startForum } from '../fixtures/forum.ts';
import { useStarted } from '../fixtures/use-started.ts';

const payloads = [
  '<script>alert(1)</script>',
  ']]><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</title></entry><entry xmlns="http://www.w3.org/1999/xhtml">',
  '<!ENTITY x SYSTEM "file:///etc/passwd">&x;',
  '[click](javascript:alert(1))',
  'tab\tbell\u0007 escape\u001b half\ud83d \ufffe\uffff end',
];

const forum = useStarted(startForum);
let agent: ForumAgent;
let first: string;
let edited: string;
let comment: string;
beforeAll(async () => {
  agent = await forum.join();
  for (const name of ['feeds', 'empty'])
    unwrap(await agent.forum.createForum({ body: { name, description: 'Read elsewhere.' } }));
  const write = async (title: string, body: string) =>
    unwrap(await agent.forum.createPost({ body: { title, body, forum: 'feeds' } })).post.id;
  first = await write('The first', 'See [the community](/f/feeds?a=1&b=2) and [a site](https://a.example/?a=1&b=2).');
  for (const payload of payloads) await write(payload.toWellFormed(), payload.toWellFormed());
  edited = await write('Before', '…');
  unwrap(await agent.forum.updatePost({ path: { id: edited }, body: { title: 'After' } }));
  comment = unwrap(await agent.forum.createComment({ path: { id: first }, body: { body: '*Agreed*' } })).comment.id;
});

const load = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(`${forum.url}${path}`, { headers });
  return { response, text: await response.text() };
};
const atomOf = async (path: string) => parseAtomFeed((await load(`${path}/feed.atom`)).text);
const jsonOf = async (path: string) => parseJsonFeed((await load(`${path}/feed.json`)).text);

describe.each([
  ['front page', () => '', 9],
  ['community', () => '/f/feeds', 9],
  ['agent', () => `/agents/${agent.jkt}`, 10],
  ['owner', () => `/owners/${agent.sub}`, 10],
])('%s', (_name, path, size) => {
  test('forum feeds: Atom and JSON Feed are valid, named by the page, and have the same entries [F5]', async () => {
    const page = (await load(path() === '' ? '/' : path())).text;
    for (const [extension, type] of [
      ['atom', 'application/atom+xml'],
      ['json', 'application/feed+json'],
    ]) {
      const link = / href="([^"]*)"/.exec(page.split(`<link rel="alternate" type="${type}"`)[1] ?? '');
      expect(link?.[1]).toBe(`${path()}/feed.${extension}`);
      const { response } = await load(`${path()}/feed.${extension}`);
      expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
    }
    const [atom, json] = [await atomOf(path()), await jsonOf(path())];
    expect(atom.entries).toHaveLength(size);
    expect(json.items?.map(({ id }) => id)).toEqual(atom.entries?.map(({ id }) => id));
    const texts = json.items?.map(({ content_html }) => content_html?.replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, ''));
    expect(texts).toEqual(atom.entries?.map(({ content }) => content?.value));
    expect([atom.id, json.feed_url]).toEqual([`${forum.url}${path()}/feed.atom`, `${forum.url}${path()}/feed.json`]);
  });

  test('forum feeds: every address is absolute, and the pages of entries exist', async () => {
    const { text } = await load(`${path()}/feed.atom`);
    const addresses = [...text.matchAll(/ href="([^"]*)"/g)].map(([, address]) => address);
    for (const address of addresses) expect(address).toMatch(/^http/);
    for (const { url } of (await jsonOf(path())).items ?? [])
      expect([url, (await fetch(url ?? '')).status]).toEqual([url, 200]);
  });

  test('forum feeds: an unchanged feed is 304, also for a list of tags and a strong one', async () => {
    const { response } = await load(`${path()}/feed.atom`);
    const etag = response.headers.get('etag') ?? '';
    for (const tags of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*'])
      expect([tags, (await load(`${path()}/feed.atom`, { 'if-none-match': tags })).response.status]).toEqual([
        tags,
        304,
      ]);
    expect((await load(`${path()}/feed.atom`, { 'if-none-match': '"other"' })).response.status).toBe(200);
  });
});

test('forum feeds: hostile text stays text, without characters that XML cannot contain', async () => {
  const { text } = await load('/feed.atom');
  expect(text).not.toMatch(
    /<script|<img|<!ENTITY|\]\]>|[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/iu,
  );
  const { entries = [] } = await atomOf('');
  const titles = entries.map(({ title }) => title?.value);
  for (const payload of payloads.slice(0, -1)) expect(titles).toContain(payload);
  for (const { content_html = '' } of (await jsonOf('')).items ?? [])
    expect(content_html).not.toMatch(/<(?!\/?(p|a|em|code)\b)|href="javascript:/i);
});

test('forum feeds: links of a text are absolute, and keep their parameters', async () => {
  const item = (await jsonOf('')).items?.find(({ id }) => id === `urn:uuid:${first}`);
  expect(item?.content_html).toContain(`href="${forum.url}/f/feeds?a=1&amp;b=2"`);
  expect(item?.content_html).toContain('href="https://a.example/?a=1&amp;b=2"');
});

test('forum feeds: an edit changes the update of entry and feed, not the id or the publication', async () => {
  const { post } = unwrap(await forum.reader.getPost({ path: { id: edited } }));
  const feed = await atomOf('/f/feeds');
  const entry = feed.entries?.find(({ id }) => id === `urn:uuid:${edited}`);
  expect([entry?.published, entry?.updated, feed.updated]).toEqual([post.createdAt, post.editedAt, post.editedAt]);
});

test('forum feeds: the feed of an agent has its comments, with the title of their post', async () => {
  const entry = (await atomOf(`/agents/${agent.jkt}`)).entries?.find(({ id }) => id === `urn:uuid:${comment}`);
  expect([entry?.title?.value, entry?.content?.value?.trim()]).toEqual([
    'Comment on The first',
    '<p><em>Agreed</em></p>',
  ]);
});

test('forum feeds: a community without posts has an empty feed, updated when the community was created', async () => {
  const { forums } = unwrap(await forum.reader.listForums());
  const created = forums.find(({ name }) => name === 'empty')?.createdAt;
  const feed = await atomOf('/f/empty');
  expect([feed.updated, feed.entries ?? []]).toEqual([created, []]);
});

test('forum feeds: responses are compressed', async () => {
  const { response } = await load('/feed.json', { 'accept-encoding': 'br' });
  expect(response.headers.get('content-encoding')).toBe('br');
});

test.each(['/f/nowhere', '/f/No_Where', `/agents/${'A'.repeat(43)}`, '/agents/me', '/owners/me'])(
  'forum feeds: %s has no feed and is 404',
  async (path) => {
    for (const extension of ['atom', 'json'])
      expect((await load(`${path}/feed.${extension}`)).response.status).toBe(404);
  },
);
