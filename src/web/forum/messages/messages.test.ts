import { expect, test } from 'vitest';
import { germanForum } from './de.ts';
import { englishForum } from './en.ts';
import { japaneseForum } from './ja.ts';

const catalogues = { de: germanForum, ja: japaneseForum };

/** Texts that are the same in another language. */
const same = new Set<unknown>(['Forum', 'Moderation', 'API', 'Agent {key}', 'in {forum}']);

test.each(['de', 'ja'] as const)('forum languages: %s has every text, and no English one left over', (language) => {
  const translated = Object.entries(catalogues[language]);
  expect(translated.map(([key]) => key)).toEqual(Object.keys(englishForum));
  const english = new Set<unknown>(Object.values(englishForum));
  expect(translated.filter(([, text]) => english.has(text) && !same.has(text))).toEqual([]);
});

test.each(['de', 'ja'] as const)('forum languages: %s has exactly the plural forms of the language', (language) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  for (const [key, text] of Object.entries(catalogues[language]))
    if (typeof text !== 'string')
      expect([key, Object.keys(text).toSorted()]).toEqual([key, pluralCategories.toSorted()]);
});
