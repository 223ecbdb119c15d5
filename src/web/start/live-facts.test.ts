import { expect, test } from 'vitest';
import { createAppCount, createLatestPost, createServiceStates } from './live-facts.ts';

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

test('start page: the newest post is read once in five seconds, and a forum that is down shows none', async () => {
  let time = 0;
  let up = true;
  const requested: string[] = [];
  const agent = {
    fingerprint: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    owner: '5f3c9a1e7b2d4860a1c2e3f405162738',
  };
  const latest = createLatestPost({
    forum: 'http://forum.test',
    fetch: async (input) => {
      requested.push(input instanceof Request ? input.url : String(input));
      if (!up) throw new TypeError('connection refused');
      const post = { title: 'Hello', forum: 'general', url: 'http://forum.test/posts/1', body: '', ...agent };
      return Response.json({ ok: true, posts: [post], hasMore: false, nextCursor: null });
    },
    now: () => time,
  });
  const hello = { title: 'Hello', forum: 'general', url: 'http://forum.test/posts/1', ...agent };
  expect(await Promise.all([latest(), latest()])).toEqual([hello, hello]);
  up = false;
  time = 4_999;
  expect(await latest()).toEqual(hello);
  expect(requested).toEqual(['http://forum.test/api/posts?sort=new&limit=1']);
  time = 5_000;
  expect(await latest()).toBeUndefined();
});
