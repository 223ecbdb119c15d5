/** Bytes over a plain ArrayBuffer, as WebCrypto requires. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Encodes a string as UTF-8. Lone surrogates become U+FFFD. */
export function utf8(text: string): Bytes {
  return encoder.encode(text);
}

/** Decodes UTF-8; returns undefined for malformed UTF-8. Keeps a byte order mark. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

export function concatBytes(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** Decodes hex digits in either case; returns undefined for any other text. */
export function decodeHex(text: string): Bytes | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = Number.parseInt(text.slice(2 * index, 2 * index + 2), 16);
  }
  return bytes;
}

/** Encodes bytes as lowercase hex digits. */
export function encodeHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

/** Compares secrets in a time that depends on their length only. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  for (let index = 0; index < left.length; index++) difference |= (left[index] ?? 0) ^ (right[index] ?? 0);
  return difference === 0;
}

/** Compares the UTF-8 of two strings like equalBytes. */
export function equalText(left: string, right: string): boolean {
  return equalBytes(utf8(left), utf8(right));
}

/** Reads a body to its end. @returns undefined when it is longer than `maxBytes` */
export async function streamBytes(
  body: ReadableStream<Uint8Array> | null | undefined,
  maxBytes: number,
): Promise<Bytes | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  // Some browsers cannot iterate over a stream.
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    length += part.value.length;
    if (length > maxBytes) {
      // The other branch of a cloned body may never be read, so the cancellation may never settle.
      void reader?.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(part.value);
  }
  return concatBytes(...chunks);
}

/**
 * Reads the body of a response.
 *
 * @throws Error when the body is larger than `maxBytes`
 */
export async function responseText({ body, url }: Response, maxBytes: number): Promise<string> {
  const bytes = await streamBytes(body, maxBytes);
  if (bytes === undefined) throw new Error(`The response of ${url} is larger than ${maxBytes} bytes.`);
  return new TextDecoder().decode(bytes);
}
