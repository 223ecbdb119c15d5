import type { ForumHandler } from '../handler.ts';
import { normalizeText } from '../text.ts';

/** Edits a post within 15 minutes. The key that wrote it and every agent of its owner may. */
export const updatePost: ForumHandler<'updatePost'> = async (input) => {
  const { path, body, agent, posts, responses, now, respond } = input;
  const post = await posts.update({
    id: path.id,
    ...(body.title !== undefined && { title: normalizeText('title', body.title) }),
    ...(body.body !== undefined && { body: normalizeText('body', body.body) }),
    author: agent,
    at: now(),
  });
  return respond(200, { ok: true, post: responses.post(post) });
};
