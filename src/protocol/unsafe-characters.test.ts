import { expect, test } from 'vitest';
import { isolatedText, isPlainName } from './unsafe-characters.ts';

test.each(['Release bot', 'Große Küche', 'קפה', 'می‌خواهم', '👩‍👩‍👧‍👦 crew', '名前'])(
  'unsafe characters: %s is a plain name',
  (name) => expect(isPlainName(name)).toBe(true),
);

test.each([
  ['a right-to-left override', 'Bank\u202emoc'],
  ['an isolate', 'Bank\u2067moc'],
  ['a right-to-left mark', 'Bank\u200f'],
  ['an Arabic letter mark', 'Bank\u061c'],
  ['a zero width space', 'Ba\u200bnk'],
  ['a soft hyphen', 'Ba\u00adnk'],
  ['an escape sequence', 'Bank\u001b[2J'],
  ['a C1 control character', 'Bank\u009b31m'],
  ['a line break', 'Bank\nof'],
  ['a line separator', 'Bank\u2028of'],
  ['an unpaired surrogate', 'Bank\ud800'],
])('unsafe characters: a name with %s is not plain', (_character, name) => expect(isPlainName(name)).toBe(false));

test.each([
  ['Plain title', 'Plain title'],
  ['safe\u202egnp.exe', 'safegnp.exe'],
  ['one\u2066two\u2069\u202a\u202c', 'onetwo'],
  ['שלום (1)', '\u2068שלום (1)\u2069'],
  ['C++\u200f', '\u2068C++\u200f\u2069'],
  ['\u2069 שלום \u2069', '\u2068 שלום \u2069'],
])('UAX #9 §6.3: outside of markup %j is shown as %j, so that its direction ends with it', (text, shown) => {
  expect(isolatedText(text)).toBe(shown);
});
