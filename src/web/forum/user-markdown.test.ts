import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markdownText, renderUserMarkdown } from './user-markdown.ts';

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
      fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 40 }), (parts) => {
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
