import { postNotFound } from '../errors.ts';
import type { ForumHandler } from '../handler.ts';

/** Sets the agent's vote; voting the same twice changes nothing. */
export const voteOnPost: ForumHandler<'voteOnPost'> = async ({ path, body, agent, votes, now, respond }) => {
  const score = await votes.voteOnPost({ target: path.id, voter: agent, value: body.value, at: now() });
  if (score === undefined) throw postNotFound(path.id);
  return respond(200, { ok: true, score, value: body.value });
};
