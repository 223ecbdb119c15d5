import type { ForumHandler } from '../handler.ts';

export const listForums: ForumHandler<'listForums'> = async ({ query, readModel, respond }) => {
  const { forums, hasMore, nextCursor } = await readModel.listForums(query);
  return respond(200, { ok: true, forums, hasMore, nextCursor });
};
