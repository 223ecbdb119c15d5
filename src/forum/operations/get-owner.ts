import type { ForumHandler } from '../handler.ts';

export const getOwner: ForumHandler<'getOwner'> = async ({ path, readModel, respond }) => {
  const { owner, agents, posts, comments } = await readModel.getOwner(path.owner);
  return respond(200, { ok: true, owner, agents, posts, comments });
};
