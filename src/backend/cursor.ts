import { decodeBase64url, encodeBase64url } from '../protocol/base64url.ts';
import { utf8, utf8Text } from '../protocol/bytes.ts';

/** The last entry of a page of transactions. */
export interface Position {
  readonly at: Date;
  readonly id: string;
}

export function encodeCursor({ at, id }: Position): string {
  return encodeBase64url(utf8(`${at.getTime()}:${id}`));
}

/** @returns undefined for a text that is no cursor. */
export function decodeCursor(cursor: string): Position | undefined {
  const text = utf8Text(decodeBase64url(cursor) ?? new Uint8Array()) ?? '';
  const [, time, id] = form.exec(text) ?? [];
  return time === undefined || id === undefined ? undefined : { at: new Date(Number(time)), id };
}

/** Milliseconds since 1970, and a UUID. */
const form = /^(0|[1-9]\d{0,13}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
