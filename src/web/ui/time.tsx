import type { ReactNode } from 'react';

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** A time in the browser's time zone. */
export function Time({ at }: { readonly at: string }): ReactNode {
  return <time dateTime={at}>{format.format(new Date(at))}</time>;
}
