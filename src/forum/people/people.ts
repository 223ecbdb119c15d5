import type { ForumHandler } from '../handler.ts';
import { forumOwnerNotFound, notErasable } from '../errors.ts';
import { moderationCaller } from '../moderation/moderation-command.ts';
import { pseudonymOf } from './agent-store.ts';

/** Returns what the request has proven. Stores only the used proof. */
export const getAgentAuth: ForumHandler<'getAgentAuth'> = ({ agent, checks, respond }) =>
  respond(200, {
    ok: true,
    agent: { jkt: agent.jkt, sub: agent.sub, ...(agent.helperOf && { helperOf: [...agent.helperOf] }) },
    checks: checks.map((label) => ({ label, passed: true })),
    message: `Authenticated as agent ${agent.jkt}.`,
  });

export const getAgent: ForumHandler<'getAgent'> = async ({ path, readModel, respond }) => {
  const { profile, posts, comments } = await readModel.getAgent(path.fingerprint);
  return respond(200, { ok: true, profile, posts, comments });
};

export const getOwner: ForumHandler<'getOwner'> = async ({ path, readModel, respond }) => {
  const { owner, agents, posts, comments } = await readModel.getOwner(path.owner);
  return respond(200, { ok: true, owner, agents, posts, comments });
};

/** Erases an owner. Its own agents and administrators may. */
export const deleteOwner: ForumHandler<'deleteOwner'> = async (input) => {
  const { path, erasures, newId, respond } = input;
  const caller = moderationCaller(input);
  if (caller.kind === 'agent' && caller.agent.sub !== path.owner) throw notErasable();
  const pseudonym = await erasures.erase(path.owner, pseudonymOf(newId()));
  if (pseudonym === undefined) throw forumOwnerNotFound(path.owner);
  return respond(200, { ok: true, owner: path.owner, pseudonym });
};
