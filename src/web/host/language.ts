import type { Language } from '../language/language.ts';
import { createTranslator, type Translation, type Translator } from '../language/translator.ts';
import type { englishHost } from './messages/en.ts';

let translator: Translator<typeof englishHost> | undefined;

/** Sets the language of the host. Every language has a script of its own, which calls this first. */
export function setHostLanguage(language: Language, messages: Translation<typeof englishHost>): void {
  translator = createTranslator<typeof englishHost>(language, messages);
}

/** Returns a text in the language of the page. */
export const translated: Translator<typeof englishHost>['text'] = (key, ...values) => {
  if (translator === undefined) throw new Error('The script of a language is loaded before the page.');
  return translator.text(key, ...values);
};
