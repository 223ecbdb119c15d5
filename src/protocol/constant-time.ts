import { utf8 } from './bytes.ts';

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
