import { networkOf, programOf } from '../place-text.ts';
import { translated } from './language.ts';

interface Place {
  readonly ipAddress: string;
  readonly userAgent: string | null;
}

/** Returns the program and system that a User-Agent header names, in the language of the page. */
export function browserName(userAgent: string | null): string {
  const { program, system } = programOf(userAgent);
  if (program === undefined) return translated('unknownProgram');
  return system === undefined ? program : translated('programOnSystem', { program, system });
}

/** Returns program and network of a place; the network alone without a program. */
export function placeName({ ipAddress, userAgent }: Place): string {
  const network = networkOf(ipAddress);
  return userAgent === null ? network : translated('placeText', { program: browserName(userAgent), network });
}
