/** No vowels and no digits: easy to read aloud, and no words by accident. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 6;

/** Short code that the asking and the approving screen both show, such as KTR-WDQ (RFC 10027). */
export function comparisonCode(randomBytes: (length: number) => Uint8Array): string {
  let code = '';
  while (code.length < length) {
    for (const byte of randomBytes(4 * length)) {
      // Of 256 values, 240 divide evenly among 20 letters.
      if (byte < 240 && code.length < length) code += letters[byte % letters.length];
    }
  }
  return `${code.slice(0, 3)}-${code.slice(3)}`;
}
