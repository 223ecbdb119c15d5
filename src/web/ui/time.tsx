import type { ReactNode } from 'react';

const formats = {
  minute: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
  second: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }),
} as const;

export interface TimeProps {
  /** ISO 8601. */
  readonly at: string;
  /** Smallest unit that is shown. */
  readonly to?: keyof typeof formats;
}

/** A time in the time zone and the notation of the browser. */
export function Time({ at, to = 'minute' }: TimeProps): ReactNode {
  return <time dateTime={at}>{formats[to].format(new Date(at))}</time>;
}
