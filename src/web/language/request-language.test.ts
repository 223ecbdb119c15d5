import { expect, test } from 'vitest';
import { languageOf } from './request-language.ts';

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
