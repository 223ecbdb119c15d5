import type { ForumHandler } from '../handler.ts';

export const listModerationActions: ForumHandler<'listModerationActions'> = async ({ query, readModel, respond }) => {
  const { actions, nextCursor } = await readModel.listModerationActions(query);
  return respond(200, { ok: true, actions, hasMore: nextCursor !== null, nextCursor });
};
