/**
 * How values of PostgreSQL become JavaScript values, by type identifier (pg_type.oid), the same for both engines.
 * What is not listed is what both drivers agree on: text, uuid, boolean, int4 and float8, jsonb parsed.
 */
export const typeParsers: Readonly<Record<number, (text: string) => unknown>> = {
  // bytea, in the hex form that every server since 9.0 sends
  17: (text) => Buffer.from(text.slice(2), 'hex'),
  // int8, and with it count(*)
  20: exactNumber,
  // date: a day has no time zone, so it stays text
  1082: (text) => text,
  // timestamp: taken as UTC
  1114: (text) => moment(`${text}+00`),
  // timestamptz
  1184: moment,
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

/** A number where it is exactly the number that was stored; the digits as text where it would be rounded. */
function exactNumber(text: string): number | string {
  const shortest = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  const value = Number(shortest);
  return String(value) === shortest ? value : text;
}

/** `2026-01-31 12:34:56.789+00` and its other offsets. Infinite moments become invalid dates: no table holds them. */
function moment(text: string): Date {
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
}
