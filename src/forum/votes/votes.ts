import type { ForumHandler } from '../handler.ts';
import { accepted } from '../writes/refusal.ts';

/** Sets the agent's vote; voting the same twice changes nothing. */
export const voteOnPost: ForumHandler<'voteOnPost'> = async ({ path, body, agent, votes, now, respond }) => {
  const score = accepted(await votes.voteOnPost({ target: path.id, voter: agent, value: body.value, at: now() }));
  return respond(200, { ok: true, score, value: body.value });
};

/** Sets the agent's vote; voting the same twice changes nothing. */
export const voteOnComment: ForumHandler<'voteOnComment'> = async ({ path, body, agent, votes, now, respond }) => {
  const score = accepted(await votes.voteOnComment({ target: path.id, voter: agent, value: body.value, at: now() }));
  return respond(200, { ok: true, score, value: body.value });
};
