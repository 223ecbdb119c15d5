import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTurns } from './turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const tooLong = () => new Error('too long');

test('turns are given in the order in which they were asked for', async () => {
  const turns = createTurns(1000, tooLong);
  const order: number[] = [];
  await turns.take();
  const others = [1, 2, 3].map(async (number) => {
    await turns.take();
    order.push(number);
    turns.pass();
  });
  expect(turns.waiting).toBe(3);
  turns.pass();
  await Promise.all(others);
  expect(order).toEqual([1, 2, 3]);
  expect(turns.taken).toBe(false);
});

test('waiting for a turn ends with an error, and the turn goes to the next', async () => {
  const turns = createTurns(1000, tooLong);
  await turns.take();
  const impatient = expect(turns.take()).rejects.toThrow('too long');
  await vi.advanceTimersByTimeAsync(999);
  const patient = turns.take();
  await vi.advanceTimersByTimeAsync(1);
  await impatient;
  turns.pass();
  await patient;
  expect(turns.waiting).toBe(0);
  expect(turns.taken).toBe(true);
});
