import type { Language } from '../../language/language.ts';
import { createTranslator, type Translation, type Translator } from '../../language/translator.ts';
import type { englishScreens } from '../messages/en/screens.ts';
import type { OwnerActivityEvent } from '../../../../generated/sso/types.ts';
import { networkOf, programOf } from '../place-text.ts';

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

/** The language of the page, or of a notification. */
export const currentLanguage = (): Language => current().language;

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
function locale(): string {
  const { language } = current();
  const preferred = typeof navigator === 'undefined' ? [] : navigator.languages;
  return preferred.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language;
}

/** `today, 10:31` or `1 March 2026, 10:31`, as the visitor's variant of the page's language writes it. */
export function formatTime(iso: string, now = new Date()): string {
  const at = new Date(iso);
  const time = new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' }).format(at);
  if (at.toDateString() === now.toDateString()) return translated('today', { time });
  const date = new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }).format(at);
  return translated('dateAndTime', { date, time });
}

/** `2026-03-01`: the visitor's day, as a `date` input has it. */
export function dayOf(at: Date): string {
  const [year, month, day] = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Returns when the visitor's day begins that a `date` input has; undefined for an empty one. */
export function beginOfDay({ value }: Pick<HTMLInputElement, 'value'>): string | undefined {
  // With a time, a date without zone is local.
  return value === '' ? undefined : new Date(`${value}T00:00`).toISOString();
}

/** `30 days`, `12 hours`. @param seconds duration */
export function formatDuration(seconds: number): string {
  const day = 86_400;
  const [value, unit] = seconds >= day ? [seconds / day, 'day'] : [seconds / 3600, 'hour'];
  const rounded = Math.max(1, Math.round(value));
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(rounded);
}

/** `write posts and vote`: joins names or permissions as the language lists them. */
export const formatList = (items: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'conjunction' }).format(items);

/** `4:05`; at least `0:00`. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** `now`, `2 minutes ago`: age of a time that has just passed. */
export function formatAge(iso: string): string {
  const minutes = Math.round((Date.parse(iso) - Date.now()) / 60_000);
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  return minutes >= 0 ? format.format(0, 'second') : format.format(minutes, 'minute');
}

interface Place {
  readonly ipAddress: string;
  readonly userAgent: string | null;
}

/** Returns the program and system that a User-Agent header names, in the language of the page. */
export function browserName(userAgent: string | null): string {
  const { program, system } = programOf(userAgent);
  if (program === undefined) return translated('unknownProgram');
  return system === undefined ? program : translated('programOnSystem', { program, system });
}

/** Returns program and network of a place; the network alone without a program. */
export function placeName({ ipAddress, userAgent }: Place): string {
  const network = networkOf(ipAddress);
  return userAgent === null ? network : translated('placeText', { program: browserName(userAgent), network });
}

type Happened = Pick<OwnerActivityEvent, 'event' | 'details' | 'application'>;

/** Returns what happened, as a sentence without full stop. Events that this page does not know are shown by name. */
export function activityText(happened: Happened): string {
  const application = happened.application?.name ?? translated('anApplication');
  return findText(`activity_${kindOf(happened)}`, { application }) ?? happened.event.replaceAll('_', ' ');
}

function kindOf({ event, details }: Happened): string {
  if (event === 'sign_in_rejected' && details['reason'] === 'comparison_failed') return 'wrong_code';
  if (event === 'sign_in_rejected' && String(details['reason']).startsWith('key_')) return 'key_refused';
  if (event === 'browser_signed_out' && details['scope'] === 'all_browsers') return 'all_browsers_signed_out';
  return event;
}
