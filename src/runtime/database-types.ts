/**
 * Parsers of PostgreSQL values by type identifier (pg_type.oid), the same for both engines. Types that are not listed
 * have the same value in both drivers: text, uuid, boolean, int4, float8 and parsed jsonb.
 */
export const typeParsers: Readonly<Record<number, (text: string) => unknown>> = {
  // bytea, in the hex form that every server since 9.0 sends
  17: (text) => Buffer.from(text.slice(2), 'hex'),
  // int8, and with it count(*)
  20: exactNumber,
  // date: text, because a day has no time zone
  1082: (text) => text,
  // timestamp: interpreted as UTC
  1114: (text) => timestamp(`${text}+00`),
  // timestamptz
  1184: timestamp,
  // interval
  1186: (text) => text,
  // numeric, and with it sum(int8)
  1700: exactNumber,
};

/** Arrays of the types above: pg_type.oid of the array → of its element. */
export const arrayTypes: Readonly<Record<number, number>> = {
  1001: 17,
  1016: 20,
  1182: 1082,
  1115: 1114,
  1185: 1184,
  1187: 1186,
  1231: 1700,
};

/** Returns a number when it represents the stored digits exactly, otherwise the digits as text. */
function exactNumber(text: string): number | string {
  const shortest = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  const value = Number(shortest);
  return String(value) === shortest ? value : text;
}

/** Parses `2026-01-31 12:34:56.789+00` with any offset. Infinite timestamps, which no table contains, become invalid dates. */
function timestamp(text: string): Date {
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
}
