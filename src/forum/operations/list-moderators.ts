import type { ForumHandler } from '../handler.ts';

export const listModerators: ForumHandler<'listModerators'> = async ({ path, query, readModel, respond }) => {
  const { founder, moderators, nextCursor } = await readModel.listModerators({ ...query, name: path.name });
  return respond(200, { ok: true, founder, moderators, hasMore: nextCursor !== null, nextCursor });
};
