import { expect, test } from 'vitest';
import { html } from './html.ts';

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
