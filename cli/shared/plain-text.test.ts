import { expect, test } from 'vitest';
import { toJsonText } from './json.ts';
import { plainText, terminalText } from './plain-text.ts';

const hostile = 'a\u001b]0;title\u0007b\u009b31mc\u202ed\u2028e\r\nf';

test('plainText: control and format characters become spaces and long text is cut', () => {
  expect(plainText(hostile)).toBe('a ]0;title b 31mc d e  f');
  expect(plainText('x'.repeat(600))).toHaveLength(501);
});

test('terminalText: only line breaks remain of the control characters', () => {
  expect(terminalText(hostile)).toBe('a]0;titleb31mcde\nf');
});

test('toJsonText: control characters are escaped and the value is unchanged', () => {
  const text = toJsonText({ hostile });
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(JSON.parse(text)).toEqual({ hostile });
});
