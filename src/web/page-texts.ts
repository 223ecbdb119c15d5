import type { Html } from '../html/html.ts';
import { navigationBar, type NavigationLink } from '../html/page-parts.ts';
import { germanPages, englishPages, japanesePages } from './approval/messages/pages.ts';
import { byLanguage, type Language } from './language/language.ts';
import { createTranslator, type Translation, type Translator } from './language/translator.ts';

export type PageTexts = Translator<typeof englishPages>;

const translations: Readonly<Record<Language, Translation<typeof englishPages>>> = {
  en: englishPages,
  de: germanPages,
  ja: japanesePages,
};

/** Texts of the bar above every page, and of the pages that the identity provider renders. */
export const pageTexts: Readonly<Record<Language, PageTexts>> = byLanguage((language) =>
  createTranslator<typeof englishPages>(language, translations[language]),
);

/** Renders the bar above every page in the language of the page. */
export function translatedNavigation(
  language: Language,
  links: readonly NavigationLink[],
  current?: NavigationLink['page'],
): Html | undefined {
  const texts = pageTexts[language];
  const translated = links.map((link) => ({ ...link, text: texts.text(link.page) }));
  return navigationBar(translated, current, texts.text('navigation'));
}
