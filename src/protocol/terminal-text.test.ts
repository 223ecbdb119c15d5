import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decodedTerminalJson,
  plainText,
  terminalJson,
  terminalText,
  isolatedText,
  isPlainName,
} from './terminal-text.ts';
import { unicodeCharacter } from '../../contract-tests/fixtures/random.ts';

const hostile = 'a\u001b]0;title\u0007b\u009b31mc\u202ed\u2028e\r\nf';

test('plainText: control and format characters become spaces and long text is cut', () => {
  expect(plainText(hostile)).toBe('a ]0;title b 31mc d e  f');
  expect(plainText('x'.repeat(600))).toHaveLength(501);
});

test('terminalText: only line breaks remain of the control characters', () => {
  expect(terminalText(hostile)).toBe('a]0;titleb31mcde\nf');
});

const steering = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

test('terminalJson: what steers a terminal is escaped and the value is unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: unicodeCharacter }), (value, text) => {
      const json = terminalJson(JSON.stringify({ value, text, hostile }, null, 2));
      expect(json.replaceAll('\n', '')).not.toMatch(steering);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ value, text, hostile })));
    }),
  );
});

test('decodedTerminalJson: a program that decodes the JSON and prints a text of it steers no terminal', () => {
  fc.assert(
    fc.property(fc.string({ unit: unicodeCharacter }), (text) => {
      const { shown } = JSON.parse(decodedTerminalJson(JSON.stringify({ shown: `${hostile}${text}` })));
      expect(String(shown).replaceAll(/[\n\t]/g, '')).not.toMatch(steering);
    }),
  );
  const usual = JSON.stringify({ text: 'C:\\u001b "quoted"\n\tat line – ü' });
  expect(decodedTerminalJson(usual)).toBe(usual);
  expect(JSON.parse(decodedTerminalJson('{"a":"\\u001b[2J\u202e"}'))).toEqual({ a: '\\u001b[2J\\u202e' });
});

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
