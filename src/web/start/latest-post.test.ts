import { expect, test } from 'vitest';
import { createLatestPost } from './latest-post.ts';

test('start page: the newest post is read once in five seconds, and a forum that is down shows none', async () => {
  let time = 0;
  let up = true;
  const requested: string[] = [];
  const latest = createLatestPost({
    forum: 'http://forum.test',
    fetch: async (input) => {
      requested.push(input instanceof Request ? input.url : String(input));
      if (!up) throw new TypeError('connection refused');
      const post = { title: 'Hello', forum: 'general', url: 'http://forum.test/posts/1', body: '' };
      return Response.json({ ok: true, posts: [post], hasMore: false, nextCursor: null });
    },
    now: () => time,
  });
  const hello = { title: 'Hello', forum: 'general', url: 'http://forum.test/posts/1' };
  expect(await Promise.all([latest(), latest()])).toEqual([hello, hello]);
  up = false;
  time = 4_999;
  expect(await latest()).toEqual(hello);
  expect(requested).toEqual(['http://forum.test/api/posts?sort=new&limit=1']);
  time = 5_000;
  expect(await latest()).toBeUndefined();
});
