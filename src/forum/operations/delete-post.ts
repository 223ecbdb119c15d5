import { hasComments, notAuthor, postNotFound } from '../errors.ts';
import type { ForumHandler } from '../handler.ts';

/** Deletes a post. Only the key that wrote the post may delete it; other keys of its owner may not. */
export const deletePost: ForumHandler<'deletePost'> = async ({ path, agent, posts, now, respond }) => {
  switch (await posts.delete(path.id, agent, now())) {
    case 'absent':
      throw postNotFound(path.id);
    case 'not_author':
      throw notAuthor('the agent that wrote a post may delete it');
    case 'has_comments':
      throw hasComments();
    case 'deleted':
      return respond(200, { ok: true, id: path.id });
  }
};
