import { sha256 } from '#sha256';
import { expect, test } from 'vitest';
import { initialsOf, keyPattern } from './key-pattern.ts';

test.each([
  ['Ada Lovelace', 'AL'],
  ['  Grace  Brewster Hopper ', 'GH'],
  ['ada', 'A'],
  ['👩🏽‍🚀 Raumfahrt', '👩🏽‍🚀R'],
  ['متجر القهوة', 'ما'],
])('avatars: the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('avatars: the pattern of an id is symmetric', () => {
  const squares = keyPattern(sha256('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')).path.match(/M\d \d/g) ?? [];
  const mirrored = squares.map((square) => `M${4 - Number(square[1])} ${square[3]}`);
  expect(mirrored.toSorted()).toEqual(squares.toSorted());
});
