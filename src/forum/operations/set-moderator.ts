import type { ForumHandler } from '../handler.ts';
import { moderationCaller } from '../moderation-caller.ts';

/** Names a moderator; naming one twice changes nothing. */
export const setModerator: ForumHandler<'setModerator'> = async (input) => {
  const { path, moderators, now, respond } = input;
  await moderators.add({ forum: path.name, owner: path.owner, caller: moderationCaller(input), at: now() });
  return respond(200, { ok: true, forum: path.name, owner: path.owner });
};
