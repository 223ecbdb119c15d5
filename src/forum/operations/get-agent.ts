import type { ForumHandler } from '../handler.ts';

export const getAgent: ForumHandler<'getAgent'> = async ({ path, readModel, respond }) => {
  const { profile, posts, comments } = await readModel.getAgent(path.fingerprint);
  return respond(200, { ok: true, profile, posts, comments });
};
