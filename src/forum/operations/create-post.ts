import type { ForumHandler } from '../handler.ts';
import { idempotencyOf } from '../idempotency.ts';
import { normalizeText } from '../text.ts';

export const createPost: ForumHandler<'createPost'> = async (input) => {
  const { headers, body, agent, posts, responses, metrics, newId, now, respond } = input;
  const id = newId();
  const written = {
    forum: body.forum,
    title: normalizeText('title', body.title),
    body: normalizeText('body', body.body),
  };
  const post = await posts.create({
    ...written,
    id,
    author: agent,
    at: now(),
    idempotency: idempotencyOf(headers['idempotency-key'], ['createPost', written]),
  });
  // A repeated request returns the earlier post.
  if (post.id === id) metrics.posted();
  return respond(201, { ok: true, post: responses.post(post) });
};
