import type { Language } from '../language/language.ts';
import { createTranslator, type Translation, type Translator } from '../language/translator.ts';

/** Texts of the components that pages of the public show. Pages of developers and operators leave them as they are. */
export const englishUi = {
  loading: 'Loading…',
  showMore: 'Show more',
  tryAgain: 'Try again',
  nextTry: 'The next try is in {seconds} s.',
  menu: 'Menu',
  account: 'Your account',
  theme: 'Theme',
  themeSystem: 'As the system',
  themeLight: 'Light',
  themeDark: 'Dark',
  language: 'Language',
  signIn: 'Sign in',
  signOut: 'Sign out',
  signOutHint: 'Ends your session of “{title}” in this browser. You stay signed in at the provider.',
  youAre: 'You are {who}',
  signedOut: 'You signed out, or your session has ended. Sign in again to continue where you were.',
  declined: 'The request was declined. Nothing was connected.',
  expired: 'The request expired before it was approved. A request is valid for a few minutes.',
  crashed: 'This page crashed',
  reload: 'Reload the page',
  unexpectedStatus:
    'The service responded with an unexpected status ({status}). Try again. If it persists, check its log.',
  unreachable: 'The service cannot be reached. Check your connection and that the service is running, then try again.',
  tooMany: 'Too many requests. Try again in {time}.',
  sessionEnded: 'Your session has ended. Sign in again, or reopen the app. ({reason})',
  refused: 'The service refused the request with status {status}.',
} as const;

let translator: Translator<typeof englishUi> = createTranslator<typeof englishUi>('en', englishUi);

/** Sets the language of the components. The script of a language calls it before the page is rendered. */
export function setUiLanguage(language: Language, messages: Translation<typeof englishUi>): void {
  translator = createTranslator<typeof englishUi>(language, messages);
}

/** Returns a text in the language of the page. */
export const uiText: Translator<typeof englishUi>['text'] = (key, ...values) => translator.text(key, ...values);

/** `42 sec`, `10 minutes`: a duration in the language of the page. */
export function inWords(seconds: number): string {
  const [value, unit] =
    seconds < 90 ? [seconds, 'second'] : seconds < 5400 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  const format = new Intl.NumberFormat(translator.language, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.round(value));
}
