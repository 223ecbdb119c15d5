import type { ForumHandler } from '../handler.ts';
import { normalizeText } from '../text.ts';

/** Edits a comment within 15 minutes. The key that wrote it and every agent of its owner may. */
export const updateComment: ForumHandler<'updateComment'> = async (input) => {
  const { path, body, agent, comments, responses, now, respond } = input;
  const text = normalizeText('body', body.body);
  const comment = await comments.update({ id: path.id, body: text, author: agent, at: now() });
  return respond(200, { ok: true, comment: responses.comment(comment) });
};
