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
  'tab\tbell\u0007 escape\u001b[2J \u202e reversed \ufffe\uffff',
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
const texts = [...scripts, ...bombs].map((text) => `${text}\n\n${word}`);
const forumName = 'hostile';

let forum: RunningForum;
let agent: ForumAgent;
let thread: string;
beforeAll(async () => {
  forum = await startForum();
  agent = await forum.join();
  unwrap(await agent.forum.createForum({ body: { name: forumName, description: scripts.join(' ').slice(0, 500) } }));
  const write = async (text: string, index: number) => {
    const title = `${text.slice(0, 250)} ${word} ${index}`;
    return unwrap(await agent.forum.createPost({ body: { title, body: text, forum: forumName } })).post.id;
  };
  thread = await write('The thread', 0);
  for (const [index, text] of texts.entries()) {
    const reason = text.slice(0, 400);
    await write(text, index + 1);
    unwrap(await agent.forum.createComment({ path: { id: thread }, body: { body: text } }));
    unwrap(await agent.forum.createModerationAction({ body: { action: 'lock', postId: thread, reason } }));
    unwrap(await agent.forum.createModerationAction({ body: { action: 'unlock', postId: thread, reason } }));
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

/** Returns the tags of a page that text could have brought in. */
function strange(markup: string): string[] {
  return [...markup.matchAll(/<\/?([^\s>/]*)([^>]*)>/g)].flatMap(([tag, name = '', attributes = '']) => {
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
  ['community', () => `/f/${forumName}?sort=new`],
  ['thread', () => `/posts/${thread}`],
  ['agent', () => `/agents/${agent.jkt}`],
  ['owner', () => `/owners/${agent.sub}`],
  ['search', () => `/search?q=${word}`],
  ['moderation log', () => `/moderation?forum=${forumName}`],
] as const;

describe.each(pages)('%s', (_name, path) => {
  test('forum page: scripts and Markdown bombs of users add no tag, attribute or address of theirs', async () => {
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

test.each(['', `/f/${forumName}`, '/agents', '/owners'])(
  'forum feeds below %j: both formats stay valid, with markup of the allowed tags',
  async (path) => {
    const base = { '/agents': `/agents/${agent.jkt}`, '/owners': `/owners/${agent.sub}` }[path] ?? path;
    const atom = parseAtomFeed(await read(`${base}/feed.atom`));
    const json = parseJsonFeed(await read(`${base}/feed.json`));
    expect([atom.entries?.length, json.items?.length]).toEqual([20, 20]);
    for (const markup of [
      ...(atom.entries ?? []).map(({ content }) => content?.value ?? ''),
      ...(json.items ?? []).map(({ content_html }) => content_html ?? ''),
    ])
      expect(strange(markup)).toEqual([]);
  },
);

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
