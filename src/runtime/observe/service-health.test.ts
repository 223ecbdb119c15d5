import { expect, test } from 'vitest';
import { createServiceHealth } from './service-health.ts';

function healthAt(start: number) {
  const clock = { now: start };
  return { clock, ...createServiceHealth({ version: '1.2.3', now: () => clock.now }) };
}

test('health: requests and failures of the last five minutes are counted, and older ones are not', async () => {
  const { clock, count, read } = healthAt(0);
  count(500);
  clock.now = 301_000;
  for (const status of [200, 404, 503]) count(status);
  expect(await read()).toMatchObject({ requests: 3, failures: 1, periodSeconds: 300 });
});

test('health: after a start the period is as long as the process runs', async () => {
  const { clock, count, read } = healthAt(Date.parse('2026-03-01T06:00:00.000Z'));
  clock.now += 20_000;
  count(200);
  expect(await read()).toEqual({
    version: '1.2.3',
    startedAt: '2026-03-01T06:00:00.000Z',
    periodSeconds: 20,
    requests: 1,
    failures: 0,
    overdueSeconds: null,
  });
});

test('health: the oldest work of several outboxes counts, and an unreadable one makes the age unknown', async () => {
  const { addOutbox, read } = healthAt(0);
  addOutbox(async () => 2);
  addOutbox(async () => 7.5);
  expect((await read()).overdueSeconds).toBe(7.5);
  addOutbox(async () => Promise.reject(new Error('the database is unreachable')));
  expect((await read()).overdueSeconds).toBeNull();
});
