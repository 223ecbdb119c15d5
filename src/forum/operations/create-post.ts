import { forumNotFound } from '../errors.ts';
import type { ForumHandler } from '../handler.ts';
import { tidyText } from '../text.ts';

export const createPost: ForumHandler<'createPost'> = async ({ body, agent, posts, records, newId, now, respond }) => {
  const post = await posts.create({
    id: newId(),
    forum: body.forum,
    title: tidyText('title', body.title),
    body: tidyText('body', body.body),
    author: agent,
    at: now(),
  });
  if (post === undefined) throw forumNotFound(body.forum);
  return respond(201, { ok: true, post: records.post(post) });
};
