import { expect, test } from 'vitest';
import { isAtLeastVersion } from './bridge.ts';

test.each([
  ['1.5.0', '1.5.0', true],
  ['1.5.1', '1.5.0', true],
  ['1.6.0', '1.5.0', true],
  ['2.0.0', '1.5.0', true],
  ['1.10.0', '1.5.0', true],
  ['1.5.10', '1.5.9', true],
  ['10.0.0', '9.9.9', true],
  ['1.5', '1.5.0', true],
  ['1.5.0', '1.5', true],
  ['1.5.0+build.7', '1.5.0', true],
  ['1.5.1-beta.1', '1.5.0', true],
  ['1.6.0-rc.1', '1.5.0', true],
  ['0.1.1', '0.1.1', true],
  ['1.4.9', '1.5.0', false],
  ['1.4.99', '1.5.0', false],
  ['0.9.9', '1.5.0', false],
  ['0.1.0', '0.1.1', false],
  ['1.05.0', '1.6.0', false],
  ['1.5.0-beta.1', '1.5.0', false],
  ['1.5.0-0', '1.5.0', false],
  [undefined, '1.5.0', false],
  ['', '1.5.0', false],
  ['1', '1.5.0', false],
  ['v1.5.0', '1.5.0', false],
  ['1.5.0.0', '1.5.0', false],
  [' 1.5.0', '1.5.0', false],
  ['1.5.x', '1.5.0', false],
  ['latest', '1.5.0', false],
  ['1.5.-1', '1.5.0', false],
  ['Infinity.0.0', '1.5.0', false],
  ['9'.repeat(400), '1.5.0', false],
  ['１.５.０', '1.5.0', false],
])('mini-app contract version: %s is at least %s: %s', (has, needs, expected) => {
  expect(isAtLeastVersion(has, needs)).toBe(expected);
});
