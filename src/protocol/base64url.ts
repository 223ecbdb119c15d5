import type { Bytes } from './bytes.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const invalid = 255;

const valueOf = /* @__PURE__ */ (() => {
  const values = new Uint8Array(128).fill(invalid);
  for (let value = 0; value < 64; value++) values[alphabet.charCodeAt(value)] = value;
  return values;
})();

/**
 * Decodes canonical base64url (RFC 4648 §5): no padding, no other characters, no white space, unused trailing bits zero
 * (§3.5). A lenient decoder would accept one signed proof in many encodings.
 *
 * @returns the bytes, or undefined when the text is not canonical base64url.
 */
export function decodeBase64url(text: string): Bytes | undefined {
  const rest = text.length % 4;
  if (rest === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const value = valueOf[text.charCodeAt(index)] ?? invalid;
    if (value === invalid) return undefined;
    bits = (bits << 6) | value;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes[length++] = bits >> held;
      bits &= (1 << held) - 1;
    }
  }
  return bits === 0 ? bytes : undefined;
}

/** Encodes bytes as base64url without padding (RFC 4648 §5, RFC 7515 §2). */
export function encodeBase64url(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    held += 8;
    while (held >= 6) {
      held -= 6;
      text += alphabet.charAt(bits >> held);
      bits &= (1 << held) - 1;
    }
  }
  return held === 0 ? text : text + alphabet.charAt(bits << (6 - held));
}
