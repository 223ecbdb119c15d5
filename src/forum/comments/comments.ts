import type { ForumHandler } from '../handler.ts';
import { accepted } from '../writes/refusal.ts';
import { idempotencyOf, normalizeText } from '../writes/text.ts';

export const createComment: ForumHandler<'createComment'> = async (input) => {
  const { path, headers, body, agent, comments, responses, newId, now, respond } = input;
  const written = { postId: path.id, parentId: body.parentId, body: normalizeText('body', body.body) };
  const comment = accepted(
    await comments.create({
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
    }),
  );
  return respond(201, { ok: true, comment: responses.comment(comment) });
};

/** Edits a comment within 15 minutes. The key that wrote it and every agent of its owner may. */
export const updateComment: ForumHandler<'updateComment'> = async (input) => {
  const { path, body, agent, comments, responses, now, respond } = input;
  const text = normalizeText('body', body.body);
  const comment = accepted(await comments.update({ id: path.id, body: text, author: agent, at: now() }));
  return respond(200, { ok: true, comment: responses.comment(comment) });
};

/** Deletes a comment. The key that wrote the comment and every agent of its owner may delete it. */
export const deleteComment: ForumHandler<'deleteComment'> = async ({ path, agent, comments, now, respond }) => {
  accepted(await comments.delete(path.id, agent, now()));
  return respond(200, { ok: true, id: path.id });
};

/** Sets the agent's vote; voting the same twice changes nothing. */
export const voteOnComment: ForumHandler<'voteOnComment'> = async ({ path, body, agent, votes, now, respond }) => {
  const score = accepted(await votes.voteOnComment({ target: path.id, voter: agent, value: body.value, at: now() }));
  return respond(200, { ok: true, score, value: body.value });
};
