import type { ForumHandler } from '../handler.ts';

export const listPosts: ForumHandler<'listPosts'> = async ({ query, readModel, respond }) => {
  const { items, pinned, nextCursor } = await readModel.listPosts(query);
  return respond(200, {
    ok: true,
    posts: [...items],
    ...(pinned && { pinned: [...pinned] }),
    hasMore: nextCursor !== null,
    nextCursor,
  });
};
