import { forumExists } from '../errors.ts';
import type { ForumHandler } from '../handler.ts';
import { tidyText } from '../text.ts';

/** The name is the community's address: the first to take it has it. */
export const createForum: ForumHandler<'createForum'> = async ({
  body,
  agent,
  forums,
  records,
  newId,
  now,
  respond,
}) => {
  const forum = await forums.create({
    id: newId(),
    name: body.name,
    description: tidyText('description', body.description),
    founder: agent,
    at: now(),
  });
  if (forum === undefined) throw forumExists(body.name);
  return respond(201, { ok: true, forum: records.forum(forum) });
};
