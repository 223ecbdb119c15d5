import { expect, test } from 'vitest';
import { html, trusted } from './html.ts';

test('approval: text cannot become markup, in content or in an attribute', () => {
  const name = `<img src=x onerror="alert('1')">&`;
  expect(html`<p title="${name}">${name}</p>`.markup).toBe(
    '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;"><p>'
      .replace('<p>', '')
      .concat('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>'),
  );
});

test('approval: markup nests, and what is undefined leaves nothing behind', () => {
  const rows = ['a', 'b'].map((text) => html`<li>${text}</li>`);
  expect(
    html`<ul>
        ${rows}
      </ul>
      ${undefined}${trusted('<hr>')}`.markup,
  ).toBe('<ul><li>a</li><li>b</li></ul><hr>');
});
