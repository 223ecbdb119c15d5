import { expect, test } from 'vitest';
import { createDatabaseClock } from './database-clock.ts';

test('database clock: the time is that of the database even if the local clock is wrong, and advances between synchronizations', async () => {
  let local = Date.UTC(2026, 0, 1);
  const ahead = 60_000;
  const clock = createDatabaseClock(
    async () => new Date(local + ahead),
    () => new Date(local),
  );
  await clock.synchronize();
  local += 1_000;
  expect(clock.now()).toEqual(new Date(local + ahead));
});
