import { type Html, html } from '../../html/html.ts';
import { byLanguage, type Language } from '../language/language.ts';
import { createTranslator, type Translator } from '../language/translator.ts';
import { germanForum } from './messages/de.ts';
import { englishForum } from './messages/en.ts';
import { japaneseForum } from './messages/ja.ts';

/** Who a page is rendered for. */
export interface Reader {
  readonly t: Translator<typeof englishForum>;
  /** Relative times count from it. */
  readonly now: Date;
}

const texts = byLanguage((language) =>
  createTranslator<typeof englishForum>(language, { en: englishForum, de: germanForum, ja: japaneseForum }[language]),
);

export const createReader = (language: Language, now: Date): Reader => ({ t: texts[language], now });

/** English dates are day, month, year. */
const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language);

// Creating a formatter takes longer than rendering a page, so it is created once.
const formats = byLanguage((language) => ({
  exact: new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  dates: new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeZone: 'UTC' }),
  relative: new Intl.RelativeTimeFormat(localeOf(language)),
}));

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns how long ago a time was; older ones than 30 days are dates, and future ones of another clock are now. */
export function timeAgo(at: Date, { t, now }: Reader): string {
  const { relative, dates } = formats[t.language];
  const age = now.getTime() - at.getTime();
  if (age < minute) return t.text('justNow');
  if (age < hour) return relative.format(-Math.floor(age / minute), 'minute');
  if (age < day) return relative.format(-Math.floor(age / hour), 'hour');
  if (age < 30 * day) return relative.format(-Math.floor(age / day), 'day');
  return dates.format(at);
}

/** Renders how long ago a time was, with the exact time as title: in UTC, and by {@link localTimes} in the reader's zone. */
export function timeElement(iso: string, reader: Reader): Html {
  const at = new Date(iso);
  const { exact } = formats[reader.t.language];
  return html`<time datetime="${iso}" title="${exact.format(at)} UTC">${timeAgo(at, reader)}</time>`;
}

/**
 * Script that writes exact times in the zone of the reader, which the server does not know. Pages are complete without it.
 */
export const localTimes =
  "for(const t of document.querySelectorAll('time'))t.title=new Intl.DateTimeFormat(document.documentElement.lang,{dateStyle:'medium',timeStyle:'long'}).format(new Date(t.dateTime))";
