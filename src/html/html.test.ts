import { expect, test } from 'vitest';
import { html } from './html.ts';
import { highlight } from './highlight.ts';

test('html: text and attribute values are escaped, markup and lists of markup are not', () => {
  const items = ['<b>', '"quoted"', "it's & more"].map((text) => html`<li title="${text}">${text}</li>`);
  expect(html`<span>${items}</span>`.markup).toBe(
    '<span><li title="&lt;b&gt;">&lt;b&gt;</li><li title="&quot;quoted&quot;">&quot;quoted&quot;</li>' +
      '<li title="it&#39;s &amp; more">it&#39;s &amp; more</li></span>',
  );
});

test('html: undefined, null and false produce nothing, zero is printed', () => {
  expect(html`a${undefined}${null}${false}${0}b`.markup).toBe('a0b');
});

const plain = (markup: string): string =>
  markup
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(?:39|x27);/g, "'")
    .replaceAll('&amp;', '&');

test.each([
  ['ts', `import { a } from './a.ts'; // it's <b>\nconst x = 'it' + \`\${a}\`; /* "c" */ 1_000`],
  ['json', '{"a": "b: \\"c\\"", "d": [1.5e3, true, null]}'],
  ['sh', `curl --get 'x' | sh # "no"\nagent-id-auth header --url "$URL" && echo $'a'`],
  ['cobol', 'DISPLAY "<>".'],
])('highlight, %s: the text of the code is unchanged', (language, source) => {
  expect(plain(highlight(source, language).markup)).toBe(source);
});

test('highlight: tokens differ by class, and markup of the code is escaped', () => {
  expect(highlight('{"a": 1}', 'json').markup).toContain('<span class="hljs-attr">&quot;a&quot;</span>');
  expect(highlight("// it's <b>", 'TypeScript').markup).toBe(
    '<span class="hljs-comment">// it&#x27;s &lt;b&gt;</span>',
  );
});

test('highlight: a long text stays plain, so that its time is bounded', () => {
  expect(highlight('const a = 1;\n'.repeat(2_000), 'ts').markup).not.toContain('<span');
});
