import { forumExists } from '../errors.ts';
import type { ForumHandler } from '../handler.ts';
import { normalizeText } from '../text.ts';

/** Creates a community; its name is unique. */
export const createForum: ForumHandler<'createForum'> = async ({
  body,
  agent,
  forums,
  responses,
  newId,
  now,
  respond,
}) => {
  const forum = await forums.create({
    id: newId(),
    name: body.name,
    description: normalizeText('description', body.description),
    founder: agent,
    at: now(),
  });
  if (forum === undefined) throw forumExists(body.name);
  return respond(201, { ok: true, forum: responses.forum(forum) });
};
