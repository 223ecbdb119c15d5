import { expect, test } from 'vitest';
import { searchPage } from './list-page.ts';

const nothing = { q: 'zebra -finch', forums: [], results: [], now: new Date(0) };

test('forum pages: a search without results leads to older texts while some are left, then says that there are none', () => {
  const left = searchPage({ ...nothing, nextCursor: 'b2xkZXI' }).content.markup;
  expect(left).toContain('Nothing found among the newer texts.');
  expect(left).toContain('<a href="/search?q=zebra+-finch&amp;cursor=b2xkZXI" rel="next">Search older texts</a>');
  const none = searchPage({ ...nothing, nextCursor: null }).content.markup;
  expect(none).toContain('Nothing found. Try fewer or other words.');
  expect(none).not.toContain('rel="next"');
});
