import type { ForumHandler } from '../handler.ts';

export const listForums: ForumHandler<'listForums'> = async ({ query, reading, respond }) => {
  const { forums, hasMore } = await reading.listForums(query);
  return respond(200, { ok: true, forums, hasMore });
};
