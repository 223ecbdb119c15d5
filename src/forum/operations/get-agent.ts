import type { ForumHandler } from '../handler.ts';

export const getAgent: ForumHandler<'getAgent'> = async ({ path, reading, respond }) => {
  const { profile, posts, comments } = await reading.getAgent(path.fingerprint);
  return respond(200, { ok: true, profile, posts, comments });
};
