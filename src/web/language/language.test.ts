import { expect, test } from 'vitest';
import { createTranslator, type PluralMessage } from './translator.ts';
import { languageOf } from './request-language.ts';
import { permissionsOf } from '../../sso/sign-in/approval-read-model.ts';
import { platformScopes } from '../../protocol/token-scope.ts';
import { byLanguage, type Language, languages } from './language.ts';
import { germanPages, englishPages, japanesePages } from '../approval/messages/pages.ts';
import { germanScreens } from '../approval/messages/de/screens.ts';
import { englishAccount } from '../approval/messages/en/account.ts';
import { englishSignIn, englishScreens } from '../approval/messages/en/screens.ts';
import { japaneseScreens } from '../approval/messages/ja/screens.ts';
import { germanForum } from '../forum/messages/de.ts';
import { englishForum } from '../forum/messages/en.ts';
import { japaneseForum } from '../forum/messages/ja.ts';

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

type Message = string | PluralMessage;

const catalogues: Readonly<Record<Language, readonly (readonly [string, Message])[]>> = {
  en: [...Object.entries(englishPages), ...Object.entries(englishScreens)],
  de: [...Object.entries(germanPages), ...Object.entries(germanScreens)],
  ja: [...Object.entries(japanesePages), ...Object.entries(japaneseScreens)],
};
const translations = languages.filter((language) => language !== 'en');

const formsOf = (message: Message): readonly string[] =>
  typeof message === 'string' ? [message] : Object.values(message);
const placeholdersOf = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

test('page languages: no text of a screen hides another one of the same key', () => {
  expect(Object.keys(englishSignIn).filter((key) => key in englishAccount)).toEqual([]);
});

test.each(translations)(
  'page languages: %s has the keys and, in every form, the placeholders of English',
  (language) => {
    const placeholders = (catalogue: (typeof catalogues)[Language]) =>
      catalogue.map(([key, message]) => [
        key,
        [...new Set(formsOf(message).map((form) => placeholdersOf(form).join()))],
      ]);
    expect(placeholders(catalogues[language])).toEqual(placeholders(catalogues.en));
  },
);

test.each(languages)('page languages: %s has exactly the plural forms of the language', (language) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const plurals = catalogues[language].filter(([, message]) => typeof message !== 'string');
  expect(plurals.length).toBeGreaterThan(0);
  for (const [key, message] of plurals)
    expect([key, Object.keys(message).toSorted()]).toEqual([key, pluralCategories.toSorted()]);
});

/** Texts that are the same in another language: names, symbols and placeholders. */
const same = new Set(['Forum', 'Code', '{date}, {time}', '{program}, {network}', '{time}, {place}']);
const foreignWords = byLanguage((language) =>
  language === 'de' ? /\b(?:the|your|you|this|with|and|sign|from)\b/i : /[a-z]{3,}/,
);
/** Words that Japanese writes in Latin letters. */
const latinWords = /\{\w+\}|Platform Sign-In|JavaScript|https:\/\//g;

test.each(translations)('page languages: %s has no English text left over', (language) => {
  const english = new Map(catalogues.en);
  const leftOver = catalogues[language].filter(([key, message]) => {
    const original = english.get(key);
    return formsOf(message).some(
      (form) =>
        (original !== undefined && formsOf(original).includes(form) && !same.has(form)) ||
        foreignWords[language].test(form.replaceAll(latinWords, '')),
    );
  });
  expect(leftOver).toEqual([]);
});

test('page languages: every permission of the contract has a text, in English the words of the contract', () => {
  const approved = { clientAddress: '1', reach: 'platform', scope: 'openid', resource: null } as const;
  const resource = { name: 'Forum', uri: 'https://forum.example', thirdParty: false, scopes: [], acceptsIssuer: true };
  const granted = [
    permissionsOf({ ...approved, scope: `openid ${platformScopes.join(' ')}` }),
    permissionsOf({ ...approved, reach: 'sign-in' }),
    permissionsOf({ ...approved, scope: 'openid profile email' }),
    permissionsOf(approved, [resource]),
  ];
  const texts = createTranslator<typeof englishScreens>('en', englishScreens);
  for (const { permissions, permissionCodes } of granted)
    expect(permissionCodes.map((code) => texts.find(`permission_${code}`, { services: 'Forum' }))).toEqual(permissions);
});

const forumCatalogues = { de: germanForum, ja: japaneseForum };

/** Texts that are the same in another language. */
const sameInForum = new Set<unknown>(['Forum', 'Moderation', 'API', 'Agent {key}', 'in {forum}']);

test.each(['de', 'ja'] as const)('forum languages: %s has every text, and no English one left over', (language) => {
  const translated = Object.entries(forumCatalogues[language]);
  expect(translated.map(([key]) => key)).toEqual(Object.keys(englishForum));
  const english = new Set<unknown>(Object.values(englishForum));
  expect(translated.filter(([, text]) => english.has(text) && !sameInForum.has(text))).toEqual([]);
});

test.each(['de', 'ja'] as const)('forum languages: %s has exactly the plural forms of the language', (language) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  for (const [key, text] of Object.entries(forumCatalogues[language]))
    if (typeof text !== 'string')
      expect([key, Object.keys(text).toSorted()]).toEqual([key, pluralCategories.toSorted()]);
});
