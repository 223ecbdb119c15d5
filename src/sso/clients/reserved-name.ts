import { remove as replaceConfusables } from 'confusables';
import { nameReserved } from '../errors/administration-errors.ts';

/** ASCII letters and digits that look alike in many fonts, by the one that stands for them. */
const lookAlikes: readonly (readonly [RegExp, string])[] = [
  [/[1i|!]/g, 'l'],
  [/0/g, 'o'],
  [/5/g, 's'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
];

/** Returns the words of a name as a reader takes them in: names that look alike have equal words (UTS #39 §4). */
function visibleWords(name: string): readonly string[] {
  const plain = replaceConfusables(name.normalize('NFKC')).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const skeleton = lookAlikes.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), plain);
  return skeleton.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/**
 * Returns the reserved name that a name is or resembles: with the same letters however they are separated, or with its
 * words among the words of the name.
 */
export function resembledName(name: string, reservedNames: readonly string[]): string | undefined {
  const words = visibleWords(name);
  return reservedNames.find((reserved) => {
    const own = visibleWords(reserved);
    return own.join('') === words.join('') || ` ${words.join(' ')} `.includes(` ${own.join(' ')} `);
  });
}

/** Checks the name of a registered application. @throws DomainError `name_reserved` */
export function requireFreeName(name: string, reservedNames: readonly string[]): void {
  const resembled = resembledName(name, reservedNames);
  if (resembled !== undefined) throw nameReserved(resembled);
}
