import type { ForumHandler } from '../handler.ts';
import { accepted } from '../writes/refusal.ts';
import { idempotencyOf, normalizeText } from '../writes/text.ts';

/** Creates a community; its name is unique. */
export const createForum: ForumHandler<'createForum'> = async (input) => {
  const { headers, body, agent, forums, responses, newId, now, respond } = input;
  const written = { name: body.name, description: normalizeText('description', body.description) };
  const forum = accepted(
    await forums.create({
      ...written,
      id: newId(),
      founder: agent,
      at: now(),
      idempotency: idempotencyOf(headers['idempotency-key'], ['createForum', written]),
    }),
  );
  return respond(201, { ok: true, forum: responses.forum(forum) });
};

export const listForums: ForumHandler<'listForums'> = async ({ query, readModel, respond }) => {
  const { forums, hasMore, nextCursor } = await readModel.listForums(query);
  return respond(200, { ok: true, forums, hasMore, nextCursor });
};
