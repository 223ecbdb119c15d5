import type { ReactNode } from 'react';
import type { Token } from '../../../generated/backend/types.ts';
import './styles/parts.css';

export type Tone = 'good' | 'bad' | 'busy' | 'quiet';

/** A short label with a colour. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }): ReactNode {
  return <span className={`badge ${tone}`}>{children}</span>;
}

const formats = {
  minute: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
  second: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }),
} as const;

/** A time in the time zone and the notation of the browser. */
export function Time({
  at,
  to = 'minute',
}: {
  /** ISO 8601. */
  readonly at: string;
  /** Smallest unit that is shown. */
  readonly to?: keyof typeof formats;
}): ReactNode {
  return <time dateTime={at}>{formats[to].format(new Date(at))}</time>;
}

const ages = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long ago a time was, with the time itself as a tooltip. It is as current as the last rendering. */
export function Age({ at }: { /** ISO 8601. */ readonly at: string }): ReactNode {
  const seconds = (Date.parse(at) - Date.now()) / 1_000;
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return (
    <time dateTime={at} title={formats.second.format(new Date(at))}>
      {ages.format(Math.round(seconds / length), unit)}
    </time>
  );
}

/** Decimal places. */
const decimals: Readonly<Record<Token, number>> = { USDC: 6, PLATFORM: 9 };

/** Formats an amount in smallest units, in the notation of the browser. */
export function formatAmount(amount: string, token: Token): string {
  const digits = amount.padStart(decimals[token] + 1, '0');
  return formatDecimal(`${digits.slice(0, -decimals[token])}.${digits.slice(-decimals[token])}`);
}

/**
 * Formats a decimal number without rounding it.
 *
 * @param text digits with an optional decimal point, such as a price
 * @param locale default: the browser's
 */
export function formatDecimal(text: string, locale?: string): string {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
  // A price that is no number stays as it is.
  return isDecimal(text) ? format.format(text) : text;
}

const isDecimal = (text: string): text is `${number}` => /^\d+(\.\d+)?$/.test(text);

export interface TimelineEntry {
  readonly key: string;
  readonly title: ReactNode;
  /** ISO 8601; null for what is still to come at an unknown time. */
  readonly at: string | null;
  readonly tone?: Tone;
  /** Details below the title. */
  readonly children?: ReactNode;
}

/** What happened, the oldest entry first. */
export function Timeline({
  label,
  entries,
}: {
  /** Names the list for screen readers. */
  readonly label: string;
  readonly entries: readonly TimelineEntry[];
}): ReactNode {
  return (
    <ol className="timeline" aria-label={label}>
      {entries.map(({ key, title, at, tone = 'quiet', children }) => (
        <li key={key} className={tone}>
          <span className="row">
            <strong>{title}</strong>
            {at !== null && (
              <span className="soft">
                <Time at={at} to="second" />
              </span>
            )}
          </span>
          {children}
        </li>
      ))}
    </ol>
  );
}
