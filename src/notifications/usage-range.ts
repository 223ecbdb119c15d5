import { invalidField } from './errors.ts';
import { dayOf } from './store/usage.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Days of a range, both ends included. */
const maxDays = 92;
const defaultDays = 30;
/** Days are written with four digits of the year. */
const firstDay = Date.parse('0000-01-01');

interface AskedRange {
  /** UTC days, YYYY-MM-DD. */
  readonly from?: string;
  readonly to?: string;
}

/** The UTC days that usage is asked for. @throws DomainError 1001 for a range that ends before it begins, or is too long */
export function usageRange(asked: AskedRange, now: Date): { readonly from: string; readonly to: string } {
  const to = asked.to ?? dayOf(now);
  const from = asked.from ?? dayOf(new Date(Math.max(firstDay, Date.parse(to) - (defaultDays - 1) * dayMs)));
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1) throw invalidField('from', 'range', `from is after to (${to}); begin earlier.`);
  if (days > maxDays)
    throw invalidField('from', 'range', `the range has ${days} days; at most ${maxDays} are allowed.`);
  return { from, to };
}
