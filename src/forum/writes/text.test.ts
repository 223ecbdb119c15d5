import { expect, test } from 'vitest';
import { DomainError } from '../../runtime/errors/domain-error.ts';
import { normalizeText } from './text.ts';

test.each([
  ['  around  ', 'around'],
  ['\u3000全角\u3000', '全角'],
  ['\uFEFFmarked\r\n', 'marked'],
  ['a\n\n  b', 'a\n\n  b'],
  ['👩‍👩‍👧‍👦 \u{10FFFF}', '👩‍👩‍👧‍👦 \u{10FFFF}'],
  ['مرحبا', 'مرحبا'],
])('forum: white space around a text is removed, all else is kept: %j', (given, kept) => {
  expect(normalizeText('body', given)).toBe(kept);
});

test.each(['\uD800', 'a\uDC00b', '😀\uD83D', '\uDE00\uD83D'])(
  'forum: an unpaired surrogate in a text is rejected: %j',
  (text) => {
    expect(() => normalizeText('title', text)).toThrow(DomainError);
    expect(() => normalizeText('title', text)).toThrow(/^title has an unpaired surrogate/);
  },
);
