import { invalidField } from './errors.ts';
import { utcDay } from './store/usage.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Maximum number of days in a range, including both ends. */
const maxDays = 92;
const defaultDays = 30;
/** Earliest day that has a four-digit year. */
const firstDay = Date.parse('0000-01-01');

interface RequestedRange {
  /** UTC days, YYYY-MM-DD. */
  readonly from?: string;
  readonly to?: string;
}

/** Returns the requested UTC days. @throws DomainError 1001 when the range is reversed or too long */
export function usageRange(requested: RequestedRange, now: Date): { readonly from: string; readonly to: string } {
  const to = requested.to ?? utcDay(now);
  const from = requested.from ?? utcDay(new Date(Math.max(firstDay, Date.parse(to) - (defaultDays - 1) * dayMs)));
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1) throw invalidField('from', 'range', `from (${from}) is after to (${to}); choose an earlier from.`);
  if (days > maxDays) throw invalidField('from', 'range', `the range has ${days} days; request at most ${maxDays}.`);
  return { from, to };
}
