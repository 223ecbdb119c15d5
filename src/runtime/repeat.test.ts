import { expect, test } from 'vitest';
import { manualTimer } from '../../contract-tests/fixtures/runtime/manual-timer.ts';
import { repeat } from './repeat.ts';

test('repeat: the next run is scheduled only after the previous one has ended', async () => {
  const timer = manualTimer();
  let finish = () => {};
  const work = repeat(1, () => new Promise<void>((done) => (finish = done)), timer);
  timer.fire();
  expect(timer.pending()).toBe(0);
  finish();
  await Promise.resolve();
  await new Promise(setImmediate);
  expect(timer.pending()).toBe(1);
  await work.stop();
  expect(timer.pending()).toBe(0);
});

test('repeat: a run that fails is reported and does not end the repetition', async () => {
  const timer = manualTimer();
  const errors: unknown[] = [];
  const work = repeat(1, () => Promise.reject(new Error('no')), { ...timer, onError: (error) => errors.push(error) });
  timer.fire();
  await new Promise(setImmediate);
  expect([errors.length, timer.pending()]).toEqual([1, 1]);
  await work.stop();
});

test('repeat: stop waits for the current run', async () => {
  const timer = manualTimer();
  let ended = false;
  let finish = () => {};
  const work = repeat(1, () => new Promise<void>((done) => (finish = done)).then(() => void (ended = true)), timer);
  timer.fire();
  const stopping = work.stop();
  finish();
  await stopping;
  expect([ended, timer.pending()]).toEqual([true, 0]);
});
