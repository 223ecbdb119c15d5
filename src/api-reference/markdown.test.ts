import { expect, test } from 'vitest';
import { headingsOf, highlight, renderMarkdown } from './markdown.ts';

test('documentation Markdown: heading ids equal those of GitHub', () => {
  expect(headingsOf('# A `b` & c\n## Twice\n## Twice\n### Größe_x-y').map(({ level, id }) => [level, id])).toEqual([
    [1, 'a-b--c'],
    [2, 'twice'],
    [2, 'twice-1'],
    [3, 'größe_x-y'],
  ]);
  expect(renderMarkdown('## Twice\n## Twice').markup).toContain('<h2 id="twice-1" class="h2">');
});

test('documentation Markdown: link and image addresses are translated', () => {
  const { markup } = renderMarkdown('[a](b.md#c) ![d](e.svg)', { link: (href) => `x/${href}` });
  expect(markup).toContain('<a href="x/b.md#c">');
  expect(markup).toContain('src="x/e.svg"');
});

test('documentation Markdown: HTML is escaped', () => {
  expect(renderMarkdown('<script>1</script>').markup).not.toContain('<script>');
  expect(renderMarkdown('```html\n<script>1</script>\n```').markup).toContain('&lt;script&gt;');
});

const plain = (markup: string): string =>
  markup
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

test.each([
  ['ts', `import { a } from './a.ts'; // it's <b>\nconst x = 'it' + \`\${a}\`; /* "c" */ 1_000`],
  ['json', '{"a": "b: \\"c\\"", "d": [1.5e3, true, null]}'],
  ['sh', `curl --get 'x' | sh # "no"\nagent-id-auth header --url "$URL" && echo $'a'`],
  ['cobol', 'DISPLAY "<>".'],
])('highlight, %s: the text of the code is unchanged', (language, source) => {
  expect(plain(highlight(source, language).markup)).toBe(source);
});

test('highlight: names, strings and values of JSON differ, and a comment is one token', () => {
  expect(highlight('{"a": "b", "c": 1}', 'json').markup).toBe(
    '{<span class="c-name">&quot;a&quot;</span>: <span class="c-string">&quot;b&quot;</span>, ' +
      '<span class="c-name">&quot;c&quot;</span>: <span class="c-value">1</span>}',
  );
  expect(highlight("// it's", 'TypeScript').markup).toBe('<span class="c-comment">// it&#39;s</span>');
});
