import { expect, test } from 'vitest';
import { processorNumbers } from './processors.ts';

test('bench: a list of the kernel is parsed to processor numbers', () => {
  expect(processorNumbers('0-3,8,10-11')).toEqual([0, 1, 2, 3, 8, 10, 11]);
});
