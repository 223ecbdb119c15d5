import { isJsonObject, type JsonObject } from '../../src/protocol/json-object.ts';
import { terminalJson } from '../../src/protocol/terminal-text.ts';

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

/**
 * Formats state files and results: JSON with two-space indent and a final newline. Characters that steer a terminal or
 * hide text are escaped.
 */
export const toJsonText = (value: unknown): string => `${terminalJson(JSON.stringify(value, null, 2))}\n`;
