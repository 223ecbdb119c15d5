import { expect, test } from 'vitest';
import { highlight } from './highlight.ts';

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
