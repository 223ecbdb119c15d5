import { expect, test } from 'vitest';
import { acceptedLanguage, uiLanguage } from './language-preference.ts';

const supported = ['en', 'de', 'ja'] as const;

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE-at', 'de'],
  ['de-1996-x-private', 'de'],
  ['ja-JP,ja;q=0.9,en-US;q=0.8,en;q=0.7', 'ja'],
  ['en;q=0.5, de;q=0.8', 'de'],
  ['fr-CH, fr;q=0.9, de;q=0.7, *;q=0.5', 'de'],
  ['de;q=0.8 , ja ; q=0.9', 'ja'],
  ['de;q=0.123, ja;q=0.124', 'ja'],
  ['de, ja', 'de'],
])('RFC 9110 §12.5.4: Accept-Language %j prefers %s', (header, language) => {
  expect(acceptedLanguage(header, supported)).toBe(language);
});

test.each(['', 'fr', 'den', 'de;q=0', 'de;q=0, fr', 'de;q=0, de-AT', '*;q=0', 'de;q=2', 'de;q=x', ';', 'd\u00e9'])(
  'RFC 9110 §12.5.4: Accept-Language %j accepts none of the languages',
  (header) => {
    expect(acceptedLanguage(header, supported)).toBeUndefined();
  },
);

test.each([
  ['*', 'en'],
  ['fr, *;q=0.1', 'en'],
  ['en;q=0, *', 'de'],
  ['*, en;q=0.5', 'de'],
])('RFC 9110 §12.5.4: in %j the wildcard stands for %s', (header, language) => {
  expect(acceptedLanguage(header, supported)).toBe(language);
});

test('RFC 4647 §3.4: lookup shortens a range by its last subtag, and never to a single character', () => {
  expect(acceptedLanguage('zh-Hant-x-tw', ['zh', 'zh-hant'])).toBe('zh-hant');
  expect(acceptedLanguage('zh-Hant-x-tw', ['zh-hant-x', 'zh-hant', 'zh'])).toBe('zh-hant');
  expect(acceptedLanguage('zh-Hant-TW', ['zh', 'zh-hant'])).toBe('zh-hant');
});

test.each([
  ['de', 'de'],
  ['fr-CA fr ja-JP en', 'ja'],
  ['de-Latn-CH', 'de'],
  ['fr', undefined],
  ['', undefined],
])('OpenID Connect Core §3.1.2.1: ui_locales %j prefers %s', (uiLocales, language) => {
  expect(uiLanguage(uiLocales, supported)).toBe(language);
});
