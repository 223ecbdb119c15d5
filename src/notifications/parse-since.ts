import { invalidField } from './errors.ts';

/** Parses the start of a range. @throws DomainError 400 for a time that no clock shows, such as a leap second */
export function parseSince(since: string): Date {
  const time = new Date(since);
  if (Number.isNaN(time.getTime())) {
    throw invalidField('since', 'format', `since is not a time that can be compared: ${since}.`);
  }
  // Nothing is older than the Unix epoch, and PostgreSQL has no year 0.
  return time.getTime() < 0 ? new Date(0) : time;
}
