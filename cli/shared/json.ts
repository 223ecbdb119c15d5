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

/** Two-space indented JSON with a final newline, as every state file is written. */
export function toJsonFile(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
