/** Consonants only: easy to read aloud, and they form no words. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const usualLength = 6;

/** Codes that an approver on another device chooses from. */
const choices = 3;

/** Generates a code that the requesting and the approving screen both show, such as KTR-WDQ (RFC 10027). */
export function comparisonCode(randomBytes: (length: number) => Uint8Array, length = usualLength): string {
  let code = '';
  while (code.length < length) {
    for (const byte of randomBytes(4 * length)) {
      // Bytes from 240 are skipped: 240 is the largest multiple of 20 letters, so every letter is equally likely.
      if (byte < 240 && code.length < length) code += letters[byte % letters.length];
    }
  }
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;
}

/** Generates the wrong codes that an approver on another device sees beside `code`, of the same length. */
export function generateDecoyCodes(code: string, randomBytes: (length: number) => Uint8Array): readonly string[] {
  const generated = new Set<string>();
  while (generated.size < choices - 1) {
    const decoy = comparisonCode(randomBytes, code.length - 1);
    if (decoy !== code) generated.add(decoy);
  }
  return [...generated];
}

/** Returns all codes to choose from, in an order that is independent of which one is right and equal on every read. */
export function comparisonChoices({
  comparisonCode: code,
  decoyCodes,
}: {
  readonly comparisonCode: string;
  readonly decoyCodes: readonly string[];
}): string[] {
  return [code, ...decoyCodes].toSorted();
}

/** Letters of a user code: 34 bits, as RFC 8628 §6.1 recommends. */
const length = 8;

/** Generates the code that a person types or picks, such as WDJB-MJHT (RFC 8628 §6.1). */
export const generateUserCode = (randomBytes: (length: number) => Uint8Array): string =>
  comparisonCode(randomBytes, length);

/** Reads a code as people type it: in lowercase, with spaces or without a hyphen. @returns undefined for other text */
export function readUserCode(typed: string): string | undefined {
  if (typed.length > 64) return undefined;
  const letters = typed.toUpperCase().replace(/[\s\p{Dash_Punctuation}]/gu, '');
  return /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : undefined;
}
