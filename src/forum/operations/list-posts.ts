import type { ForumHandler } from '../handler.ts';

export const listPosts: ForumHandler<'listPosts'> = async ({ query, reading, respond }) => {
  const { posts, hasMore, nextCursor } = await reading.listPosts(query);
  return respond(200, { ok: true, posts, hasMore, nextCursor });
};
