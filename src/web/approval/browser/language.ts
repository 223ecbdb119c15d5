import type { Language } from '../../language/language.ts';
import { createTranslator, type Translation, type Translator } from '../../language/translator.ts';
import type { englishScreens } from '../messages/en/screens.ts';

type Screens = Translator<typeof englishScreens>;

let translator: Screens | undefined;

/** Sets the language of the screens. Every language has a script of its own, which calls this first. */
export function setLanguage(language: Language, messages: Translation<typeof englishScreens>): void {
  translator = createTranslator<typeof englishScreens>(language, messages);
}

function current(): Screens {
  if (!translator) throw new Error('The script of a language calls setLanguage before it shows a screen.');
  return translator;
}

/** Returns a text in the language of the page. */
export const translated: Screens['text'] = (key, ...values) => current().text(key, ...values);

/** Returns a text in which elements stand. */
export const textParts: Screens['parts'] = (key, values) => current().parts(key, values);

/** Returns a text whose key is only known at run time; undefined for an unknown key. */
export const findText: Screens['find'] = (key, values) => current().find(key, values);

/**
 * Locale of dates, numbers and lists: the visitor's own variant of the page's language, such as `de-AT`, which writes some
 * of them differently.
 */
export function locale(): string {
  const { language } = current();
  const preferred = typeof navigator === 'undefined' ? [] : navigator.languages;
  return preferred.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language;
}
