/** Parses a time of a filter, RFC 3339. @returns undefined for a time that does not exist, such as a leap second */
export function parseFilterTime(text: string): Date | undefined {
  const time = Date.parse(text);
  if (Number.isNaN(time)) return undefined;
  // No row is older than 1970; PostgreSQL does not know every earlier year.
  return new Date(Math.max(0, time));
}
