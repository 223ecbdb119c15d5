import { parentNotFound, postNotFound } from '../errors.ts';
import type { ForumHandler } from '../handler.ts';
import { normalizeText } from '../text.ts';

export const createComment: ForumHandler<'createComment'> = async (input) => {
  const { path, body, agent, comments, responses, newId, now, respond } = input;
  const comment = await comments.create({
    id: newId(),
    postId: path.id,
    parentId: body.parentId,
    body: normalizeText('body', body.body),
    author: agent,
    at: now(),
  });
  if (comment === 'post_absent') throw postNotFound(path.id);
  if (comment === 'parent_absent') throw parentNotFound(path.id, body.parentId ?? '');
  return respond(201, { ok: true, comment: responses.comment(comment) });
};
