import type { ForumHandler } from '../handler.ts';
import { moderationCaller } from './moderation-caller.ts';

export const listModerators: ForumHandler<'listModerators'> = async ({ path, query, readModel, respond }) => {
  const { founder, moderators, nextCursor } = await readModel.listModerators({ ...query, name: path.name });
  return respond(200, { ok: true, founder, moderators, hasMore: nextCursor !== null, nextCursor });
};

/** Names a moderator; naming one twice changes nothing. */
export const setModerator: ForumHandler<'setModerator'> = async (input) => {
  const { path, moderators, now, respond } = input;
  await moderators.add({ forum: path.name, owner: path.owner, caller: moderationCaller(input), at: now() });
  return respond(200, { ok: true, forum: path.name, owner: path.owner });
};

/** Removes a moderator; removing one twice changes nothing. */
export const deleteModerator: ForumHandler<'deleteModerator'> = async (input) => {
  const { path, moderators, now, respond } = input;
  await moderators.remove({ forum: path.name, owner: path.owner, caller: moderationCaller(input), at: now() });
  return respond(200, { ok: true, forum: path.name, owner: path.owner });
};
