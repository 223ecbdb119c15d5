import type { ForumHandler } from '../handler.ts';

export const listPosts: ForumHandler<'listPosts'> = async ({ query, readModel, respond }) => {
  const { items, nextCursor } = await readModel.listPosts(query);
  return respond(200, { ok: true, posts: [...items], hasMore: nextCursor !== null, nextCursor });
};
