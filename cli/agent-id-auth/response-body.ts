/** Members of the output that hold a response body. */
export interface BodyMembers {
  /** Parsed JSON for application/json, otherwise text; null for bytes that are not UTF-8. */
  readonly body: unknown;
  /** Standard base64 of bytes that are not UTF-8. */
  readonly bodyBase64?: string;
}

function parseText(contentType: string, text: string): unknown {
  if (!/^application\/json\s*(?:;|$)/i.test(contentType)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Converts a response body to output members. */
export function bodyMembers(contentType: string, bytes: Buffer): BodyMembers {
  try {
    return { body: parseText(contentType, new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return { body: null, bodyBase64: bytes.toString('base64') };
  }
}
