import { comparisonCode } from '../comparison-code.ts';

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
