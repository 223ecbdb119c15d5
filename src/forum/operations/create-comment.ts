import type { ForumHandler } from '../handler.ts';
import { idempotencyOf } from '../idempotency.ts';
import { normalizeText } from '../text.ts';

export const createComment: ForumHandler<'createComment'> = async (input) => {
  const { path, headers, body, agent, comments, responses, newId, now, respond } = input;
  const written = { postId: path.id, parentId: body.parentId, body: normalizeText('body', body.body) };
  const comment = await comments.create({
    ...written,
    id: newId(),
    author: agent,
    at: now(),
    idempotency: idempotencyOf(headers['idempotency-key'], [
      'createComment',
      path.id,
      body.parentId ?? null,
      written.body,
    ]),
  });
  return respond(201, { ok: true, comment: responses.comment(comment) });
};
