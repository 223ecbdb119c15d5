import { type Html, html } from '../../html/html.ts';

// Creating a formatter takes longer than rendering a page, so it is created once.
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat('en-GB');

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns how long ago a time was; older ones than 30 days are dates, and future ones of another clock are now. */
export function timeAgo(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime();
  if (age < minute) return 'just now';
  if (age < hour) return relative.format(-Math.floor(age / minute), 'minute');
  if (age < day) return relative.format(-Math.floor(age / hour), 'hour');
  if (age < 30 * day) return relative.format(-Math.floor(age / day), 'day');
  return dates.format(at);
}

/** Renders how long ago a time was, with the exact time in UTC as title. */
export function timeElement(iso: string, now: Date): Html {
  const at = new Date(iso);
  return html`<time datetime="${iso}" title="${exact.format(at)} UTC">${timeAgo(at, now)}</time>`;
}
