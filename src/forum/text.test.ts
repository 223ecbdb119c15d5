import { expect, test } from 'vitest';
import { DomainError } from '../runtime/domain-error.ts';
import { tidyText } from './text.ts';

test.each([
  ['  around  ', 'around'],
  ['\u3000全角\u3000', '全角'],
  ['\uFEFFmarked\r\n', 'marked'],
  ['a\n\n  b', 'a\n\n  b'],
  ['👩‍👩‍👧‍👦 \u{10FFFF}', '👩‍👩‍👧‍👦 \u{10FFFF}'],
  ['مرحبا', 'مرحبا'],
])('white space around a text is dropped, all else is kept: %j', (given, kept) => {
  expect(tidyText('body', given)).toBe(kept);
});

test.each(['\uD800', 'a\uDC00b', '😀\uD83D', '\uDE00\uD83D'])('half of a surrogate pair is refused: %j', (text) => {
  expect(() => tidyText('title', text)).toThrow(DomainError);
  expect(() => tidyText('title', text)).toThrow(/^title has an unpaired surrogate/);
});
