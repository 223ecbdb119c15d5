import { isJsonObject, type JsonObject } from '../../src/protocol/json-object.ts';

/** Parses a JSON object. @returns undefined for any other text */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Tests for a string or null. */
export const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';

/** Control, format and separator characters without line breaks. */
const unsafeCharacter = String.raw`(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]`;

const escaped = (character: string): string =>
  [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');

/**
 * Formats state files and results: JSON with two-space indent and a final newline. Characters that steer a terminal or
 * hide text are escaped.
 */
export function toJsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  // V8 compiles an expression with Unicode categories when it parses it, which takes long; most output is ASCII.
  const shown = /^[\n -~]*$/.test(text) ? text : text.replace(new RegExp(unsafeCharacter, 'gu'), escaped);
  return `${shown}\n`;
}
