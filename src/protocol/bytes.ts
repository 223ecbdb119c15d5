/** Bytes that own a plain ArrayBuffer, as WebCrypto wants them. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** UTF-8 of a text. Lone surrogates become U+FFFD. */
export function utf8(text: string): Bytes {
  return encoder.encode(text);
}

/** Text of UTF-8 bytes, or undefined when they are not well-formed UTF-8. A byte order mark is kept. */
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
