import { utf8Text } from './bytes.ts';

/** A JSON object from untrusted text; check the type of every member. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Parses a JSON object for which all parsers return the same value: well-formed UTF-8 without a byte order mark and without
 * repeated member names (RFC 7515 §4, RFC 7519 §4).
 *
 * @returns undefined for any other bytes
 */
export function parseJsonObject(bytes: Uint8Array): JsonObject | undefined {
  const text = utf8Text(bytes);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && !hasRepeatedMember(value, text) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a member name occurs twice in an object of the text (RFC 8259 §4, RFC 7493 §2.3).
 *
 * @param value result of JSON.parse of the text
 */
export function hasRepeatedMember(value: unknown, json: string): boolean {
  const members = typeof value === 'object' && value !== null ? countMembers(value) : 0;
  return members !== countWrittenMembers(json);
}

// JSON.parse keeps the last of two equal names, so a repeated name leaves fewer members than the text has. In valid JSON
// each member has exactly one colon outside strings.
function countWrittenMembers(json: string): number {
  let colons = 0;
  for (const outside of json.split(/"[^"\\]*(?:\\.[^"\\]*)*"/)) if (outside.includes(':')) colons++;
  return colons;
}

function countMembers(value: object): number {
  let members = 0;
  const open: object[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const values: readonly unknown[] = Object.values(next);
    if (!Array.isArray(next)) members += values.length;
    for (const inner of values) if (typeof inner === 'object' && inner !== null) open.push(inner);
  }
  return members;
}
