import { byLanguage, type Language } from '../language/language.ts';
import type { Translation } from '../language/message.ts';
import { createTranslator, type Translator } from '../language/translator.ts';
import { germanPages } from './messages/de/pages.ts';
import { englishPages } from './messages/en/pages.ts';
import { japanesePages } from './messages/ja/pages.ts';

/** Texts of the provider's pages in one language. */
export type PageTexts = Translator<typeof englishPages>;

const translations: Readonly<Record<Language, Translation<typeof englishPages>>> = {
  en: englishPages,
  de: germanPages,
  ja: japanesePages,
};

/** Texts of the provider's pages, by language. */
export const pageTexts: Readonly<Record<Language, PageTexts>> = byLanguage((language) =>
  createTranslator<typeof englishPages>(language, translations[language]),
);
