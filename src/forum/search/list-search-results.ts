import type { ForumHandler } from '../handler.ts';

export const listSearchResults: ForumHandler<'listSearchResults'> = async ({ query, readModel, respond }) => {
  const { forums, results, nextCursor } = await readModel.search(query);
  return respond(200, { ok: true, forums, results, hasMore: nextCursor !== null, nextCursor });
};
