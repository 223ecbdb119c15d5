import type { ForumHandler } from '../handler.ts';

/** Deletes a comment. The key that wrote the comment and every agent of its owner may delete it. */
export const deleteComment: ForumHandler<'deleteComment'> = async ({ path, agent, comments, now, respond }) => {
  await comments.delete(path.id, agent, now());
  return respond(200, { ok: true, id: path.id });
};
