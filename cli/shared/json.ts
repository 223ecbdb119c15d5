import { isJsonObject, type JsonObject } from '../../src/protocol/json-object.ts';

/** The object that the text of a file holds, or undefined when it holds anything else. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a member holds a text, or null where there is none. */
export const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';

/** Two-space indented JSON with a final newline, as every state file and every result is written. */
export function toJsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
