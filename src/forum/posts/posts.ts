import type { ForumHandler } from '../handler.ts';
import { idempotencyOf, normalizeText } from '../writes/text.ts';
import { accepted } from '../writes/refusal.ts';

export const createPost: ForumHandler<'createPost'> = async (input) => {
  const { headers, body, agent, posts, responses, metrics, newId, now, respond } = input;
  const id = newId();
  const written = {
    forum: body.forum,
    title: normalizeText('title', body.title),
    body: normalizeText('body', body.body),
  };
  const post = accepted(
    await posts.create({
      ...written,
      id,
      author: agent,
      at: now(),
      idempotency: idempotencyOf(headers['idempotency-key'], ['createPost', written]),
    }),
  );
  // A repeated request returns the earlier post.
  if (post.id === id) metrics.posted();
  return respond(201, { ok: true, post: responses.post(post) });
};

export const listPosts: ForumHandler<'listPosts'> = async ({ query, readModel, respond }) => {
  const { items, pinned, nextCursor } = await readModel.listPosts(query);
  return respond(200, {
    ok: true,
    posts: [...items],
    ...(pinned && { pinned: [...pinned] }),
    hasMore: nextCursor !== null,
    nextCursor,
  });
};

export const getPost: ForumHandler<'getPost'> = async ({ path, query, readModel, respond }) => {
  const { post, comments, more, nextCursor } = await readModel.getThread({ ...query, id: path.id });
  return respond(200, { ok: true, post, comments, more, nextCursor });
};

/** Edits a post within 15 minutes. The key that wrote it and every agent of its owner may. */
export const updatePost: ForumHandler<'updatePost'> = async (input) => {
  const { path, body, agent, posts, responses, now, respond } = input;
  const post = accepted(
    await posts.update({
      id: path.id,
      ...(body.title !== undefined && { title: normalizeText('title', body.title) }),
      ...(body.body !== undefined && { body: normalizeText('body', body.body) }),
      author: agent,
      at: now(),
    }),
  );
  return respond(200, { ok: true, post: responses.post(post) });
};

/** Deletes a post. Only the key that wrote the post may delete it; other keys of its owner may not. */
export const deletePost: ForumHandler<'deletePost'> = async ({ path, agent, posts, now, respond }) => {
  accepted(await posts.delete(path.id, agent, now()));
  return respond(200, { ok: true, id: path.id });
};

/** Sets the agent's vote; voting the same twice changes nothing. */
export const voteOnPost: ForumHandler<'voteOnPost'> = async ({ path, body, agent, votes, now, respond }) => {
  const score = accepted(await votes.voteOnPost({ target: path.id, voter: agent, value: body.value, at: now() }));
  return respond(200, { ok: true, score, value: body.value });
};

export const listSearchResults: ForumHandler<'listSearchResults'> = async ({ query, readModel, respond }) => {
  const { forums, results, nextCursor } = await readModel.search(query);
  return respond(200, { ok: true, forums, results, hasMore: nextCursor !== null, nextCursor });
};
