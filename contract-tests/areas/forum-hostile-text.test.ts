import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type ForumAgent, type RunningForum, startForum } from '../fixtures/forum.ts';

/** Every text has this word, so that one search finds all. */
const word = 'zebrafinch';
const scripts = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example/x.js></sCrIpT>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<a href="java&#x0A;script:alert(1)">x</a>',
  '<form action="https://evil.example"><button formaction="javascript:alert(1)">x</button></form>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<base href="https://evil.example/"><link rel=stylesheet href="https://evil.example/x.css">',
  '[click](javascript:alert(1)) [click](JaVaScRiPt&colon;alert(1)) [click](data:text/html,<script>alert(1)</script>)',
  '[a]: javascript:alert(1)\n\n[a] ![a](vbscript:x) <javascript:alert(1)>',
  '![x](https://tracker.example/x.png "onload=alert(1)")',
  '</textarea></title></style></script></noscript><script>alert(1)</script>',
  ']]><script>alert(1)</script><![CDATA[',
  '<!ENTITY x SYSTEM "file:///etc/passwd">&x;',
  '<?xml-stylesheet href="javascript:alert(1)"?>',
  'tab\tbell\u0007 escape\u001b[2J \ufffe\uffff',
];
const bombs = [
  '>'.repeat(3_000),
  '['.repeat(3_000),
  '![]('.repeat(700),
  '*a '.repeat(900),
  '_'.repeat(3_000),
  `${'|a'.repeat(50)}|\n${'|-'.repeat(50)}|\n${'|\n'.repeat(2_000)}`,
  '- '.repeat(1_400),
  '`'.repeat(3_000),
  '<'.repeat(3_000),
  '&#'.repeat(1_500),
  `[a]: /${'x'.repeat(1_000)}\n\n${'[a]'.repeat(600)}`,
];
const withWord = (lines: readonly string[]) => lines.map((text) => `${text}\n\n${word}`);
/** Feeds have 20 entries, so that each kind of text has a community and authors of its own. */
const kinds = { scripts: withWord(scripts), bombs: withWord(bombs) };
type Kind = keyof typeof kinds;
const texts = [...kinds.scripts, ...kinds.bombs];

let forum: RunningForum;
let agent: ForumAgent;
let thread: string;
let authors: Readonly<Record<Kind, { readonly poster: ForumAgent; readonly commenter: ForumAgent }>>;
beforeAll(async () => {
  forum = await startForum();
  agent = await forum.join();
  const join = async () => ({ poster: await forum.join(), commenter: await forum.join() });
  authors = { scripts: await join(), bombs: await join() };
  const description = scripts.join(' ').slice(0, 500);
  for (const name of ['threads', 'scripts', 'bombs'])
    unwrap(await agent.forum.createForum({ body: { name, description } }));
  const write = async (author: ForumAgent, name: string, text: string, index = 0) => {
    const title = `${text.slice(0, 250)} ${word} ${index}`;
    return unwrap(await author.forum.createPost({ body: { title, body: text, forum: name } })).post.id;
  };
  thread = await write(agent, 'threads', 'The thread');
  const path = { id: thread };
  for (const kind of ['scripts', 'bombs'] as const) {
    const { poster, commenter } = authors[kind];
    for (const [index, text] of kinds[kind].entries()) {
      const reason = text.slice(0, 400);
      await write(poster, kind, text, index);
      unwrap(await commenter.forum.createComment({ path, body: { body: text } }));
      unwrap(await agent.forum.createModerationAction({ body: { action: 'lock', postId: thread, reason } }));
      unwrap(await agent.forum.createModerationAction({ body: { action: 'unlock', postId: thread, reason } }));
    }
  }
});
afterAll(async () => {
  expect(forum.loggedErrors()).toEqual([]);
  await forum.stop();
});

const read = async (path: string): Promise<string> => {
  const started = performance.now();
  const response = await fetch(forum.url + path);
  const text = await response.text();
  expect([path, response.status, performance.now() - started < 5_000]).toEqual([path, 200, true]);
  return text;
};

/** Tags that the pages and the rendered Markdown have. */
const tags = new Set(
  `html head meta title link body header main article footer nav section form label input button h1 h2 h3 h4 h5 h6 p a ol ul li div
  span small time svg path details summary code pre blockquote em strong s hr br table thead tbody tr th td`.split(
    /\s+/,
  ),
);

/** Returns the tags of a page that text could have brought in: all but the page's own script. */
function strange(markup: string): string[] {
  const others = markup.replace('<script defer src="/assets/forum.js"></script>', '');
  return [...others.matchAll(/<\/?([^\s>/]*)([^>]*)>/g)].flatMap(([tag, name = '', attributes = '']) => {
    const values = [...attributes.matchAll(/([^\s="]+)="([^"]*)"/g)];
    const attribute = values.some(
      ([, key = '', value = '']) =>
        /^(on|style$|src|formaction|http-equiv)/i.test(key) ||
        (/^(href|action|content)$/.test(key) && /^\s*(javascript|data|vbscript)/i.test(value)),
    );
    return name.toLowerCase() === '!doctype' || (tags.has(name) && !attribute) ? [] : [tag];
  });
}

const pages = [
  ['front page', () => '/?sort=new'],
  ['communities', () => '/f'],
  ['community of scripts', () => '/f/scripts?sort=new'],
  ['community of bombs', () => '/f/bombs?sort=new'],
  ['thread', () => `/posts/${thread}`],
  ['author of posts with scripts', () => `/agents/${authors.scripts.poster.jkt}`],
  ['author of comments with scripts', () => `/agents/${authors.scripts.commenter.jkt}`],
  ['author of posts with bombs', () => `/agents/${authors.bombs.poster.jkt}`],
  ['author of comments with bombs', () => `/agents/${authors.bombs.commenter.jkt}`],
  ['owner of posts', () => `/owners/${authors.scripts.poster.sub}`],
  ['owner of comments', () => `/owners/${authors.scripts.commenter.sub}`],
  ['search', () => `/search?q=${word}`],
  ['moderation log', () => '/moderation?forum=threads'],
] as const;

describe.each(pages)('%s', (_name, path) => {
  test('forum page: scripts and Markdown bombs of users add no tag, attribute or address of theirs [F26]', async () => {
    let next: string | undefined = path();
    for (let page = 0; next !== undefined && page < 5; page += 1) {
      const text = await read(next);
      expect(strange(text)).toEqual([]);
      expect(text.length).toBeLessThan(1_500_000);
      next = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&').replace(/#.*/, '');
    }
  });
});

test('forum search: a search for hostile text is text on its page', async () => {
  for (const text of scripts) {
    const q = text.slice(0, 200).replaceAll('\u0000', '');
    expect([q, strange(await read(`/search?q=${encodeURIComponent(q)}`))]).toEqual([q, []]);
  }
});

const feeds: readonly (readonly [string, Kind, () => string])[] = (['scripts', 'bombs'] as const).flatMap((kind) => [
  ['community', kind, () => `/f/${kind}`],
  ['author of posts', kind, () => `/agents/${authors[kind].poster.jkt}`],
  ['author of comments', kind, () => `/agents/${authors[kind].commenter.jkt}`],
  ['owner of posts', kind, () => `/owners/${authors[kind].poster.sub}`],
  ['owner of comments', kind, () => `/owners/${authors[kind].commenter.sub}`],
]);

test.each(feeds)(
  'forum feeds of the %s: every one of the %s is an entry, with markup of the allowed tags [F5]',
  async (_name, kind, path) => expect(await strangeInFeeds(path())).toEqual({ entries: kinds[kind].length, tags: [] }),
);

test('forum feeds of the front page: both formats are valid, with markup of the allowed tags [F5]', async () => {
  expect(await strangeInFeeds('')).toEqual({ entries: 20, tags: [] });
});

async function strangeInFeeds(path: string): Promise<{ readonly entries: number; readonly tags: readonly string[] }> {
  const atom = parseAtomFeed(await read(`${path}/feed.atom`)).entries ?? [];
  const json = parseJsonFeed(await read(`${path}/feed.json`)).items ?? [];
  expect(json.map(({ id }) => id)).toEqual(atom.map(({ id }) => id));
  const markup = [...atom.map(({ content }) => content?.value ?? ''), ...json.map((item) => item.content_html ?? '')];
  return { entries: atom.length, tags: markup.flatMap(strange) };
}

test('MCP: results have hostile text as it was written, in JSON', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${forum.url}/mcp`)));
  const found = new Set<string>();
  let cursor: string | undefined;
  do {
    const args = { q: word, limit: 100, ...(cursor !== undefined && { cursor }) };
    const { structuredContent } = await client.callTool({ name: 'listSearchResults', arguments: args });
    const page = structuredContent as { results: { body: string }[]; nextCursor: string | null };
    for (const { body } of page.results) found.add(body);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  for (const text of texts) expect(found).toContain(text.trim());
  await client.close();
});
