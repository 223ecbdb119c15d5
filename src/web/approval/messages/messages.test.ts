import { expect, test } from 'vitest';
import { permissionsOf } from '../../../sso/sign-in/request-facts.ts';
import { platformScopes } from '../../../protocol/token-scope.ts';
import { byLanguage, type Language, languages } from '../../language/language.ts';
import { createTranslator, type PluralMessage } from '../../language/translator.ts';
import { germanPages, englishPages, japanesePages } from './pages.ts';
import { germanScreens } from './de/screens.ts';
import { englishAccount } from './en/account.ts';
import { englishSignIn, englishScreens } from './en/screens.ts';
import { japaneseScreens } from './ja/screens.ts';

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
