import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodedTerminalJson, plainText, terminalJson, terminalText } from './terminal-text.ts';

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
    fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
      const json = terminalJson(JSON.stringify({ value, text, hostile }, null, 2));
      expect(json.replaceAll('\n', '')).not.toMatch(steering);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ value, text, hostile })));
    }),
  );
});

test('decodedTerminalJson: a program that decodes the JSON and prints a text of it steers no terminal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { shown } = JSON.parse(decodedTerminalJson(JSON.stringify({ shown: `${hostile}${text}` })));
      expect(String(shown).replaceAll(/[\n\t]/g, '')).not.toMatch(steering);
    }),
  );
  const usual = JSON.stringify({ text: 'C:\\u001b "quoted"\n\tat line – ü' });
  expect(decodedTerminalJson(usual)).toBe(usual);
  expect(JSON.parse(decodedTerminalJson('{"a":"\\u001b[2J\u202e"}'))).toEqual({ a: '\\u001b[2J\\u202e' });
});
