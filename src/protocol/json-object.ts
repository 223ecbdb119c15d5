import { utf8Text } from './bytes.ts';

/** A JSON object that was read from untrusted text: every member is unknown until it is checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads a JSON object that means one thing to every reader: well-formed UTF-8 without a byte order
 * mark, and no member name twice in one object (RFC 7515 §4, RFC 7519 §4).
 *
 * @returns the object, or undefined when the bytes are anything else.
 */
export function parseJsonObject(bytes: Uint8Array): JsonObject | undefined {
  const text = utf8Text(bytes);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && countMembers(value) === countWrittenMembers(text) ? value : undefined;
  } catch {
    return undefined;
  }
}

// JSON.parse keeps the last of two equal names, so a repeated one leaves fewer members than were
// written. In valid JSON each written member has exactly one colon outside the strings.
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
