/** Languages of the provider's pages, as BCP 47 tags in lower case. The first one serves those who prefer none of them. */
export const languages = ['en', 'de', 'ja'] as const;

export type Language = (typeof languages)[number];

export const defaultLanguage: Language = 'en';

/** Names of the languages in the languages themselves. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  ja: '日本語',
};

export const byLanguage = <Value>(create: (language: Language) => Value): Readonly<Record<Language, Value>> => ({
  en: create('en'),
  de: create('de'),
  ja: create('ja'),
});

export const isLanguage = (text: unknown): text is Language => languages.some((language) => language === text);
