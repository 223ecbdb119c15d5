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

/** Formats state files and results: JSON with two-space indent and a final newline. */
export function toJsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
