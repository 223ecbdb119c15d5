import { expect, test } from 'vitest';
import { createAppCount } from './app-count.ts';

test('start page: apps are counted once in five seconds, and a service that is down shows none', async () => {
  let time = 0;
  let up = true;
  const requested: string[] = [];
  const count = createAppCount({
    notifications: 'http://notifications.test',
    fetch: async (input) => {
      requested.push(input instanceof Request ? input.url : String(input));
      if (!up) throw new TypeError('connection refused');
      return Response.json({ apps: 12 });
    },
    now: () => time,
  });
  expect(await Promise.all([count(), count()])).toEqual([12, 12]);
  up = false;
  time = 4_999;
  expect(await count()).toBe(12);
  expect(requested).toEqual(['http://notifications.test/api/v1/statistics']);
  time = 5_000;
  expect(await count()).toBeUndefined();
});
