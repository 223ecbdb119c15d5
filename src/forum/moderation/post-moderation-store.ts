import { type Selectable, type Transaction } from 'kysely';
import type { ForumDatabase, PostTable } from '../database.ts';
import { nothingToChange, postNotFound, tooManyPinned } from '../errors.ts';
import type { ModerationCaller } from './moderation-caller.ts';
import type { ContentActionName } from './moderation-command.ts';
import { requireModerator } from './moderator-store.ts';
import { removePost } from '../posts/post-removal-store.ts';
import { closeReports } from './report-store.ts';

type Trx = Transaction<ForumDatabase>;

/** Maximum number of pinned posts of a community. */
export const maxPinned = 5;

export interface PostModeration {
  readonly id: string;
  readonly action: ContentActionName;
  readonly caller: ModerationCaller;
  readonly at: Date;
}

/** Columns that moderators set, the value that an action gives them, and the word for it. */
const changes = {
  hide: { column: 'hidden_at', set: true, state: 'hidden' },
  unhide: { column: 'hidden_at', set: false, state: 'hidden' },
  lock: { column: 'locked_at', set: true, state: 'locked' },
  unlock: { column: 'locked_at', set: false, state: 'locked' },
  pin: { column: 'pinned_at', set: true, state: 'pinned' },
  unpin: { column: 'pinned_at', set: false, state: 'pinned' },
} as const;

/**
 * Moderates a post. Its lock orders the action against votes and comments.
 *
 * @returns the community
 * @throws DomainError when the post does not exist, the caller may not, or nothing would change
 */
export async function moderatePost(trx: Trx, { id, action, caller, at }: PostModeration): Promise<string> {
  const post = await lockPost(trx, id, action);
  await requireModerator(trx, { forum: post.forum, caller, at });
  if (action === 'delete') {
    await removePost(trx, post, at);
    return post.forum;
  }
  if (action === 'dismiss') {
    if ((await closeReports(trx, id)) === 0) throw nothingToChange(`There is no open report on post ${id}.`);
    return post.forum;
  }
  const { column, set, state } = changes[action];
  if (set === (post[column] !== null))
    throw nothingToChange(`Post ${id} is ${set ? `${state} already` : `not ${state}`}.`);
  if (action === 'pin') await checkPinLimit(trx, post.forum);
  if (column === 'hidden_at') await closeReports(trx, id);
  await trx
    .updateTable('forum.posts')
    .set(column, set ? at : null)
    .where('id', '=', id)
    .execute();
  return post.forum;
}

async function lockPost(trx: Trx, id: string, action: ContentActionName): Promise<Selectable<PostTable>> {
  const found = trx.selectFrom('forum.posts').selectAll().where('id', '=', id).where('deleted_at', 'is', null);
  const locked = action === 'delete' ? found.forUpdate() : found.forNoKeyUpdate();
  const post = await locked.executeTakeFirst();
  if (post === undefined) throw postNotFound(id);
  return post;
}

/** @throws DomainError too_many_pinned. The community's lock serializes concurrent pins. */
async function checkPinLimit(trx: Trx, forum: string): Promise<void> {
  await trx.selectFrom('forum.forums').select('id').where('name', '=', forum).forNoKeyUpdate().execute();
  const pinned = await trx
    .selectFrom('forum.posts')
    .select('id')
    .where('forum', '=', forum)
    .where('pinned_at', 'is not', null)
    .execute();
  if (pinned.length >= maxPinned) throw tooManyPinned(forum, maxPinned);
}
