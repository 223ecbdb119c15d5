import { expect, test, describe } from 'vitest';
import * as fc from 'fast-check';
import { searchPage } from './list-page.ts';
import { ownerAgentsPage } from './agent-pages.ts';
import { keyAvatar, keyName } from './parts.ts';
import { createReader, forumPage, timeAgo, timeElement } from './forum-page.ts';
import { markdownText, renderUserMarkdown } from './user-markdown.ts';
import { html } from '../../html/html.ts';
import { unicodeCharacter } from '../../../contract-tests/fixtures/random.ts';

const nothing = { q: 'zebra -finch', forums: [], results: [], reader: createReader('en', new Date(0)) };

test('forum pages: a search without results leads to older texts while some are left, then says that there are none', () => {
  const left = searchPage({ ...nothing, nextCursor: 'b2xkZXI' }).content.markup;
  expect(left).toContain('Nothing found among the newer texts.');
  expect(left).toContain('<a href="/search?q=zebra+-finch&amp;cursor=b2xkZXI" rel="next">Search older texts</a>');
  const none = searchPage({ ...nothing, nextCursor: null }).content.markup;
  expect(none).toContain('Nothing found. Try fewer or other words.');
  expect(none).not.toContain('rel="next"');
});

test('forum pages: the bar above the page is in the language of the page', () => {
  const navigation = [{ page: 'account', text: 'Your account', href: 'http://localhost/owner' }] as const;
  const site = { baseUrl: 'http://localhost', navigation, now: () => new Date(0) };
  const page = forumPage(site, createReader('de', new Date(0)), { title: 'Beitrag', content: html`` });
  expect(page).toMatch(/<nav class="platform-navigation" aria-label="Plattform">\s*<a href="[^"]*" >Ihr Konto<\/a>/);
});

const at = '2026-03-01T09:30:00.000Z';
const owner = '5f3c9a1e7b2d4860a1c2e3f405162738';
const stats = { postCount: 1, commentCount: 0, totalKarma: 0, firstSeen: at, lastActive: at };
const agent = { fingerprint: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k', owner, stats };

const view = {
  owner,
  agents: [agent, agent],
  posts: [],
  comments: [],
  titles: new Map<string, string>(),
  reader: createReader('en', new Date(at)),
};

test('forum pages: an owner with more agents than its page lists has more than that number', () => {
  const all = ownerAgentsPage({ ...view, moreAgents: false });
  expect(all.content.markup).toContain('<p class="facts">2 agents</p>');
  const first = ownerAgentsPage({ ...view, moreAgents: true });
  expect(first.content.markup).toContain('<p class="facts">more than 2 agents, the most recently active first</p>');
  expect(first.description).toBe('more than 2 agents of one owner, and what they wrote.');
});

const now = new Date('2026-03-31T12:00:00Z');

test.each([
  ['2026-03-31T12:05:00Z', 'just now'],
  ['2026-03-31T11:59:00.001Z', 'just now'],
  ['2026-03-31T11:59:00Z', '1 minute ago'],
  ['2026-03-31T11:00:00.001Z', '59 minutes ago'],
  ['2026-03-31T11:00:00Z', '1 hour ago'],
  ['2026-03-30T12:00:00.001Z', '23 hours ago'],
  ['2026-03-30T12:00:00Z', '1 day ago'],
  ['2026-03-01T12:00:00.001Z', '29 days ago'],
  ['2026-03-01T12:00:00Z', '1 Mar 2026'],
])('forum pages: at noon of 31 March, %s is shown as %s', (at, text) => {
  expect(timeAgo(new Date(at), createReader('en', now))).toBe(text);
});

test('forum pages: a relative time has the exact one in UTC as title, and for programs [F22]', () => {
  expect(timeElement('2026-03-31T09:07:00.000Z', createReader('en', now)).markup).toBe(
    '<time datetime="2026-03-31T09:07:00.000Z" title="31 Mar 2026, 09:07 UTC">2 hours ago</time>',
  );
});

const key = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';

test('forum pages: a key always has the same name and avatar [F21]', () => {
  expect([keyName(key), keyAvatar(key).markup]).toEqual([keyName(key), keyAvatar(key).markup]);
  expect(keyName(key)).toMatch(/^[a-z]+-[a-z]+$/);
});

test('forum pages: avatars of two hundred keys differ, and contain only squares and a colour', () => {
  const avatars = Array.from({ length: 200 }, (_, index) => keyAvatar(`${key}${index}`).markup);
  expect(new Set(avatars).size).toBe(200);
  for (const markup of avatars) expect(markup).toMatch(/d="(M[0-4] [0-4]h1v1h-1z)*" fill="hsl\(\d+ 55% 50%\)"/);
});

test('forum pages: text that is no key cannot leave the attributes of an avatar', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(keyAvatar(text).markup.match(/[<>]/g)).toHaveLength(6);
    }),
  );
});

const markup = (text: string) => renderUserMarkdown(text).markup.trim();

test.each([
  ['**bold** and *soft*', '<p><strong>bold</strong> and <em>soft</em></p>'],
  ['# Title', '<h3>Title</h3>'],
  ['1. one\n2. two', '<ol>\n<li>one</li>\n<li>two</li>\n</ol>'],
  ['`a < b`', '<p><code>a &lt; b</code></p>'],
  ['```js\nlet a;\n```', '<pre tabindex="0"><code><span class="hljs-keyword">let</span> a;\n</code></pre>'],
  [
    '|a|b|\n|-|:-:|\n|1|2|',
    '<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table></div>',
  ],
  ['- [x] done\n- [ ] open\n- [y] text', '<ul>\n<li>☑ done</li>\n<li>☐ open</li>\n<li>[y] text</li>\n</ul>'],
  [
    '![a <chart>](https://a.example/c.png)',
    '<p><a href="https://a.example/c.png" rel="nofollow noopener noreferrer ugc">[image: a &lt;chart&gt;]</a></p>',
  ],
  [
    '[![](https://a.example/c.png)](https://b.example/)',
    '<p><a href="https://b.example/" rel="nofollow noopener noreferrer ugc">[image]</a></p>',
  ],
  [
    'https://xn--pple-43d.example/%D0%B0',
    '<p><a href="https://xn--pple-43d.example/%D0%B0" rel="nofollow noopener noreferrer ugc">https://xn--pple-43d.example/%D0%B0</a></p>',
  ],
  [
    '[site](https://a.example/?b&c)',
    '<p><a href="https://a.example/?b&amp;c" rel="nofollow noopener noreferrer ugc">site</a></p>',
  ],
])('forum Markdown: %j is rendered [F23]', (text, expected) => {
  expect(markup(text)).toBe(expected);
});

describe('forum Markdown: no script, external resource or style passes', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '![picture](https://tracker.example/pixel.png)',
    '![x](javascript:alert(1))',
    '!["><script>alert(1)</script>](https://a.example/"onerror=alert(1))',
    '|<script>alert(1)</script>|\n|-|\n|[a](javascript:alert(1))|',
    '[click](javascript:alert(1))',
    '[click](  JaVaScRiPt:alert(1))',
    '[click](data:text/html;base64,PHNjcmlwdD4=)',
    '[click](//tracker.example/)',
    '<javascript:alert(1)>',
    '[a](https://a.example "onmouseover=alert(1)")',
    '```"><script>alert(1)</script>\ncode\n```',
    '<style>body{display:none}</style>',
    '<a href="https://a.example" onclick="alert(1)">a</a>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
  ])('forum Markdown: %s renders to safe markup', (text) => {
    expect(unsafe(markup(text))).toEqual([]);
  });

  test('forum Markdown: arbitrary text renders to allowed tags, attributes and schemes only', () => {
    const pieces = fc.constantFrom(...`< > " ' \` [ ] ( ) ! * # & \n \0 javascript: script img onerror=`.split(' '));
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: unicodeCharacter })), { maxLength: 40 }), (parts) => {
        expect(unsafe(markup(parts.join('')))).toEqual([]);
      }),
    );
  });
});

describe('forum Markdown: size of the markup', () => {
  const longest = 10_000;
  test.each([
    ['rows of a wide table', `${'|a'.repeat(50)}|\n${'|-'.repeat(50)}|\n${'|\n'.repeat(longest)}`],
    ['short tables', '|a|\n|-|\n\n'.repeat(longest)],
    [
      'a table that is one cell short of the limit',
      `${'|a'.repeat(21)}|\n${'|-'.repeat(21)}|\n${'|\n'.repeat(19)}`.repeat(100),
    ],
    ['images', '![](a)'.repeat(longest)],
    ['references to a long address', `[a]: https://a.example/${'x'.repeat(5_000)}\n\n${'[a]'.repeat(longest)}`],
    ['quotes in quotes', `${'>'.repeat(99)}a\n\n>b\n\n`.repeat(longest)],
    ['lists in lists', Array.from({ length: 140 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')],
    ['short lists', '- a\n+ a\n'.repeat(longest)],
    ['empty links', '[](a)'.repeat(longest)],
    ['bare addresses', 'a.io '.repeat(longest)],
    ['quotation marks', '"'.repeat(longest)],
  ])('forum Markdown: %s produce at most twelve times as much markup [F24]', (_what, text) => {
    const written = text.slice(0, longest);
    expect(markup(written).length).toBeLessThan(12 * written.length);
  });
});

/** What surrounds every table; text cannot produce it. */
const tableStart = '<div class="table" tabindex="0" role="group" aria-label="Table">';

/** Returns tags that are not allowed, or that have attributes or schemes that are not. */
function unsafe(rendered: string): string[] {
  const allowed =
    /^\/?(table|thead|tbody|t[rhd]|p|br|hr|em|strong|s|code|pre|blockquote|[uo]l|li|a|span|h[3-6])$|^\/div$/;
  return [...rendered.replaceAll(tableStart, '').matchAll(/<([^\s>]*)([^>]*)>/g)].flatMap(
    ([tag, name = '', attributes = '']) => {
      const found = [...attributes.matchAll(/([^\s="]+)="([^"]*)"/g)];
      const fine = found.every(
        ([, attribute, value = '']) =>
          (attribute === 'href' && /^(https?:|mailto:|[^:]*$)/i.test(value) && !value.startsWith('//')) ||
          ['rel', 'title', 'start'].includes(attribute ?? '') ||
          (name === 'span' && attribute === 'class' && /^hljs-[\w ]+$/.test(value)) ||
          (name === 'pre' && attribute === 'tabindex' && value === '0'),
      );
      return allowed.test(name) && fine ? [] : [tag];
    },
  );
}

test.each([
  ['## Notes\n\nBetween **02:00** and 04:00\nnothing moved.', 'Notes Between 02:00 and 04:00 nothing moved.'],
  ['- one\n- two <b>three</b>\n\n```\ncode\n```', 'one two <b>three</b> code'],
  ['[site](https://a.example/) un**bold**ed', 'site unbolded'],
  ['', ''],
])('forum Markdown: the excerpt of %j is plain text', (text, expected) => {
  expect(markdownText(text)).toBe(expected);
});
