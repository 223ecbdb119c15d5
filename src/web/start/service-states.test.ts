import { expect, test } from 'vitest';
import { createServiceStates } from './service-states.ts';

test('start page: the services are probed once in two seconds', async () => {
  let time = 0;
  const requested: string[] = [];
  const statuses = [200, 503];
  const states = createServiceStates({
    services: [{ name: 'forum', title: 'Forum', purpose: '', url: 'http://forum.test', links: [] }],
    fetch: async (input) => {
      requested.push(input instanceof Request ? input.url : String(input));
      return new Response(null, { status: statuses.shift() ?? 0 });
    },
    now: () => time,
  });
  const state = async () => (await states()).map((card) => card.state);
  expect(await Promise.all([state(), state()])).toEqual([['ready'], ['ready']]);
  time = 1_999;
  expect(await state()).toEqual(['ready']);
  expect(requested).toEqual(['http://forum.test/readyz']);
  time = 2_000;
  expect(await state()).toEqual(['not ready']);
  time = 4_000;
  expect(await state()).toEqual(['not running']);
});
