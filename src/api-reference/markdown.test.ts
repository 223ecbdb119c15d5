import { expect, test } from 'vitest';
import { headingsOf, renderMarkdown } from './markdown.ts';

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
  expect(renderMarkdown('```html\n<script>1</script>\n```').markup).not.toContain('<script>');
});
