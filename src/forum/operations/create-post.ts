import { forumNotFound } from '../errors.ts';
import type { ForumHandler } from '../handler.ts';
import { normalizeText } from '../text.ts';

export const createPost: ForumHandler<'createPost'> = async ({
  body,
  agent,
  posts,
  responses,
  newId,
  now,
  respond,
}) => {
  const post = await posts.create({
    id: newId(),
    forum: body.forum,
    title: normalizeText('title', body.title),
    body: normalizeText('body', body.body),
    author: agent,
    at: now(),
  });
  if (post === undefined) throw forumNotFound(body.forum);
  return respond(201, { ok: true, post: responses.post(post) });
};
