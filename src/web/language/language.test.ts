import { expect, test } from 'vitest';
import { createTranslator } from './translator.ts';
import { languageOf } from './request-language.ts';

const english = {
  greeting: 'Hello {name}, meet {other}',
  codes: { one: '{count} code', other: '{count} codes' },
} as const;

const translator = createTranslator<typeof english>('en', english);

test('page languages: a text replaces its placeholders, also by values that look like placeholders', () => {
  expect(translator.text('greeting', { name: '{other}', other: '$& <b>' })).toBe('Hello {other}, meet $& <b>');
});

test('page languages: a plural follows its count, which is written as the language writes numbers', () => {
  expect([1, 2, 12_345].map((count) => translator.text('codes', { count }))).toEqual([
    '1 code',
    '2 codes',
    '12,345 codes',
  ]);
  const german = createTranslator<typeof english>('de', {
    ...english,
    codes: { one: '{count} Code', other: '{count} Codes' },
  });
  expect(german.text('codes', { count: 12_345 })).toBe('12.345 Codes');
  const japanese = createTranslator<typeof english>('ja', { ...english, codes: { other: '{count} 個' } });
  expect(japanese.text('codes', { count: 1 })).toBe('1 個');
});

test('page languages: a text is split at its placeholders, in the order of the language', () => {
  const [name, other] = [{ strong: 'Jane' }, { strong: 'Joe' }];
  expect(translator.parts('greeting', { name, other })).toEqual(['Hello ', name, ', meet ', other]);
});

test('page languages: a key that is only known at run time may be unknown', () => {
  expect(translator.find('codes', { count: 1 })).toBe('1 code');
  expect(translator.find('toString')).toBeUndefined();
});

const request = (changes: Partial<Parameters<typeof languageOf>[0]> = {}) =>
  languageOf({ query: {}, body: undefined, headers: { 'accept-language': 'ja' }, ...changes });

test('page languages: the choice of the person comes first, then ui_locales, then Accept-Language, then English', () => {
  const withUiLocales = { query: { ui_locales: 'fr de' } };
  expect(request({ ...withUiLocales, cookies: { language: 'en' } })).toBe('en');
  expect(request(withUiLocales)).toBe('de');
  expect(request({ body: { ui_locales: 'de-CH' } })).toBe('de');
  expect(request()).toBe('ja');
  expect(request({ headers: {} })).toBe('en');
});

test.each([
  { cookies: null },
  { cookies: { language: 'xx' } },
  { cookies: { language: '__proto__' } },
  { query: { ui_locales: ['de', 'en'] } },
  { query: { ui_locales: 'x'.repeat(4096) } },
  { query: null },
])('page languages: %j chooses nothing', (changes) => {
  expect(request(changes)).toBe('ja');
});
