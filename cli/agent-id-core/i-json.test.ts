import { expect, test } from 'vitest';
import fc from 'fast-check';
import { IJsonError, parseIJson } from './i-json.ts';

test.each([
  ['{"a":1,"a":2}', 'the member "a" occurs twice'],
  ['[{"a":{"b":1,"b":1}}]', 'the member "b" occurs twice'],
  ['{"a":1,"\\u0061":2}', 'the member "a" occurs twice'],
  ['{"":1,"":2}', 'the member "" occurs twice'],
  ['9007199254740993', 'does not fit a double'],
  ['[3.141592653589793238462643383279]', 'does not fit a double'],
  ['1e400', 'does not fit a double'],
  ['-1e400', 'does not fit a double'],
  ['1e-400', 'does not fit a double'],
  ['"\\ud800"', 'lone surrogate'],
  ['{"\\udead":1}', 'lone surrogate'],
  ['"\\uffff"', 'noncharacter'],
  ['{', 'JSON'],
  ['', 'JSON'],
])('RFC 7493 §2: %s is refused', (text, reason) => {
  expect(() => parseIJson(text)).toThrow(IJsonError);
  expect(() => parseIJson(text)).toThrow(reason);
});

test.each([
  '0',
  '-0',
  '1.0',
  '1.50',
  '1E2',
  '120e-1',
  '0.1',
  '9007199254740991',
  '9007199254740994',
  '5e-324',
  '1e21',
  '123456789012345680000',
  '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
  '{"a":"a:\\"a\\":{","b":"a"}',
  '"\\ud83e\\udd80"',
])('RFC 7493 §2: %s is accepted unchanged', (text) => {
  expect(parseIJson(text)).toEqual(JSON.parse(text));
});

test('RFC 7493 §2: every value that JSON.stringify writes is accepted', () => {
  const json = fc.jsonValue({ noUnicodeString: false }).map((value) => JSON.stringify(value));
  fc.assert(
    fc.property(
      json,
      (text) =>
        /\\u[dD][89a-fA-F]|\p{Noncharacter_Code_Point}/u.test(text) ||
        Object.is(JSON.stringify(parseIJson(text)), text),
    ),
  );
});
