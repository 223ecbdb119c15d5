import type { ForumHandler } from '../handler.ts';

export const getPost: ForumHandler<'getPost'> = async ({ path, query, readModel, respond }) => {
  const { post, comments, more, nextCursor } = await readModel.getThread({ ...query, id: path.id });
  return respond(200, { ok: true, post, comments, more, nextCursor });
};
