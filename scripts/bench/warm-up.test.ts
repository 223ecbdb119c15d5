import { expect, test } from 'vitest';
import { isFlat, warmUp, warmUpText } from './warm-up.ts';

test('bench: cost is flat when two rounds cost as much as the two before', () => {
  expect(isFlat([100, 100, 100])).toBe(false);
  expect(isFlat([100, 90, 80, 70])).toBe(false);
  expect(isFlat([300, 200, 100, 101, 99, 102])).toBe(true);
});

test('bench: one noisy round between equal ones is not taken for flat', () => {
  expect(isFlat([100, 100, 100, 130])).toBe(false);
});

test('bench: each contender is warmed up until its own cost is flat', async () => {
  const costs = [500, 300, 200, 100, 100, 100, 100];
  let round = 0;
  const warmUps = await warmUp(10, [
    ['steady', async () => ({ cpu: 10 })],
    ['compiled', async () => ({ cpu: costs[Math.min(round++, costs.length - 1)] ?? NaN })],
  ]);
  expect(warmUps).toEqual([
    { name: 'steady', rounds: 4, flat: true },
    { name: 'compiled', rounds: 7, flat: true },
  ]);
});

test('bench: a warm-up is bounded, and says that the cost still changed', async () => {
  let cpu = 1;
  const warmUps = await warmUp(6, [['growing', async () => ({ cpu: (cpu *= 2) })]]);
  expect(warmUpText(warmUps)).toBe('growing 6 (not flat)');
});
