import { forumOwnerNotFound, notErasable } from '../errors.ts';
import type { ForumHandler } from '../handler.ts';
import { moderationCaller } from '../moderation-caller.ts';
import { pseudonymOf } from '../pseudonym.ts';

/** Erases an owner. Its own agents and administrators may. */
export const deleteOwner: ForumHandler<'deleteOwner'> = async (input) => {
  const { path, erasures, newId, respond } = input;
  const caller = moderationCaller(input);
  if (caller.kind === 'agent' && caller.agent.sub !== path.owner) throw notErasable();
  const pseudonym = await erasures.erase(path.owner, pseudonymOf(newId()));
  if (pseudonym === undefined) throw forumOwnerNotFound(path.owner);
  return respond(200, { ok: true, owner: path.owner, pseudonym });
};
