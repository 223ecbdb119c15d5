import type { ForumHandler } from '../handler.ts';
import { moderationCaller } from '../moderation-caller.ts';

/** Removes a moderator; removing one twice changes nothing. */
export const deleteModerator: ForumHandler<'deleteModerator'> = async (input) => {
  const { path, moderators, now, respond } = input;
  await moderators.remove({ forum: path.name, owner: path.owner, caller: moderationCaller(input), at: now() });
  return respond(200, { ok: true, forum: path.name, owner: path.owner });
};
