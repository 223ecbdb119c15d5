/** A JSON object read from a file: every member is unknown until it is checked. */
export type Fields = Readonly<Record<string, unknown>>;

/** The object that a text holds, or undefined when it holds anything else. */
export function parseObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Two-space indented JSON with a final newline, as every state file is written. */
export function toJsonFile(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
