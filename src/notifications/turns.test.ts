import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('turns go on after the last one who was served, and begin again after the end', () => {
  const wanting = ['d', 'a', 'c', 'b'].map((appId) => ({ appId }));
  const { inOrder, served } = createTurns();
  const order = () => inOrder(wanting).map(({ appId }) => appId);
  expect(order()).toEqual(['a', 'b', 'c', 'd']);
  served('b');
  expect(order()).toEqual(['c', 'd', 'a', 'b']);
  served('d');
  expect(order()).toEqual(['a', 'b', 'c', 'd']);
});
