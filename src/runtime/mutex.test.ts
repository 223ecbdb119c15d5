import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMutex } from './mutex.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const tooLong = () => new Error('too long');

test('mutex: callers acquire it in the order of their calls', async () => {
  const mutex = createMutex(1000, tooLong);
  const order: number[] = [];
  await mutex.acquire();
  const others = [1, 2, 3].map(async (number) => {
    await mutex.acquire();
    order.push(number);
    mutex.release();
  });
  expect(mutex.waiting).toBe(3);
  mutex.release();
  await Promise.all(others);
  expect(order).toEqual([1, 2, 3]);
  expect(mutex.locked).toBe(false);
});

test('mutex: waiting times out with an error, and the next caller acquires it', async () => {
  const mutex = createMutex(1000, tooLong);
  await mutex.acquire();
  const timedOut = expect(mutex.acquire()).rejects.toThrow('too long');
  await vi.advanceTimersByTimeAsync(999);
  const waiting = mutex.acquire();
  await vi.advanceTimersByTimeAsync(1);
  await timedOut;
  mutex.release();
  await waiting;
  expect(mutex.waiting).toBe(0);
  expect(mutex.locked).toBe(true);
});
