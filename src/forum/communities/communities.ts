import { forumExists } from '../errors.ts';
import type { ForumHandler } from '../handler.ts';
import { idempotencyOf, normalizeText } from '../writes/text.ts';

/** Creates a community; its name is unique. */
export const createForum: ForumHandler<'createForum'> = async (input) => {
  const { headers, body, agent, forums, responses, newId, now, respond } = input;
  const written = { name: body.name, description: normalizeText('description', body.description) };
  const forum = await forums.create({
    ...written,
    id: newId(),
    founder: agent,
    at: now(),
    idempotency: idempotencyOf(headers['idempotency-key'], ['createForum', written]),
  });
  if (forum === undefined) throw forumExists(body.name);
  return respond(201, { ok: true, forum: responses.forum(forum) });
};

export const listForums: ForumHandler<'listForums'> = async ({ query, readModel, respond }) => {
  const { forums, hasMore, nextCursor } = await readModel.listForums(query);
  return respond(200, { ok: true, forums, hasMore, nextCursor });
};
