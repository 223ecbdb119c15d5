import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { ForumDatabase, ModerationActionTable, PostTable } from '../database.ts';
import { retryOnConflict } from '../../runtime/database-errors.ts';
import {
  agentNotFound,
  commentNotFound,
  forumNotFound,
  nothingToChange,
  notModerator,
  postNotFound,
  tooManyPinned,
} from '../errors.ts';
import type { Idempotency } from '../writes/text.ts';
import type {
  BanActionName,
  ContentActionName,
  ContentTarget,
  ModerationCaller,
  ModerationCommand,
} from './moderation-command.ts';
import { recordWrite } from '../people/agent-store.ts';
import { endBan, lockSubject, setBan } from './ban-store.ts';
import { lockComment, removeComment } from '../comments/comment-removal-store.ts';
import { claimIdempotencyKey } from '../writes/write-store.ts';
import { moderationRank, requireModerator } from './moderator-store.ts';
import { closeReports } from './report-store.ts';
import { maxPinned, removePost } from '../posts/post-store.ts';

export type ModerationActionRow = Selectable<ModerationActionTable>;

export interface ModerationLogListing {
  /** Name of a community; undefined for the whole forum. */
  readonly forum: string | undefined;
  readonly limit: number;
  /** Id of the last entry of the previous page. */
  readonly after: string | undefined;
}

export function createModerationLog(db: Kysely<ForumDatabase>) {
  return {
    /** Returns one page, newest first. */
    list: ({ forum, limit, after }: ModerationLogListing): Promise<ModerationActionRow[]> => {
      let page = db.selectFrom('forum.moderation_actions').selectAll().orderBy('id', 'desc').limit(limit);
      if (forum !== undefined) page = page.where('forum', '=', forum);
      if (after !== undefined) page = page.where('id', '<', after);
      return page.execute();
    },
  };
}

/** Writes an entry of the log. */
const logAction = (trx: Transaction<ForumDatabase>, row: ModerationActionRow): Promise<ModerationActionRow> =>
  trx.insertInto('forum.moderation_actions').values(row).returningAll().executeTakeFirstOrThrow();

const findAction = (trx: Transaction<ForumDatabase>, id: string): Promise<ModerationActionRow | undefined> =>
  trx.selectFrom('forum.moderation_actions').selectAll().where('id', '=', id).executeTakeFirst();

type Trx = Transaction<ForumDatabase>;
type BanCommand = Extract<ModerationCommand, { readonly action: BanActionName }>;

export interface Moderation {
  readonly id: string;
  readonly command: ModerationCommand;
  readonly caller: ModerationCaller;
  readonly reason: string;
  readonly at: Date;
  readonly idempotency?: Idempotency | undefined;
}

/** The target and duration of an action, for the log. */
type LoggedTarget = Partial<Pick<ModerationActionRow, 'post_id' | 'comment_id' | 'owner' | 'fingerprint' | 'until'>> &
  Pick<ModerationActionRow, 'forum'>;

export function createModerationStore(db: Kysely<ForumDatabase>) {
  return {
    /**
     * Executes the command of a moderator and logs it.
     *
     * @returns the entry of the log, or that of the earlier request with the Idempotency-Key
     * @throws DomainError when the target does not exist, the caller may not, or nothing would change
     */
    execute: (moderation: Moderation): Promise<ModerationActionRow> =>
      retryOnConflict(() => db.transaction().execute((trx) => execute(trx, moderation))),
  };
}

async function execute(trx: Trx, moderation: Moderation): Promise<ModerationActionRow> {
  const { id, command, caller, reason, at, idempotency } = moderation;
  const earlier =
    idempotency &&
    (await claimIdempotencyKey(trx, { ...idempotency, fingerprint: idempotencyOwnerOf(caller), id, at }));
  const done = earlier === undefined ? undefined : await findAction(trx, earlier);
  if (done !== undefined) return done;

  const target =
    'target' in command ? await moderateContent(trx, command, moderation) : await changeBan(trx, command, moderation);
  if (caller.kind === 'agent') await recordWrite(trx, caller.agent, at);
  return logAction(trx, {
    id,
    action: command.action,
    post_id: null,
    comment_id: null,
    owner: null,
    fingerprint: null,
    until: null,
    ...target,
    moderator: caller.kind === 'agent' ? caller.agent.sub : null,
    administrator: caller.kind === 'administrator' ? caller.id : null,
    reason,
    created_at: at,
  });
}

/** The owner of Idempotency-Keys. */
const idempotencyOwnerOf = (caller: ModerationCaller): string =>
  caller.kind === 'agent' ? caller.agent.jkt : `administrator:${caller.id}`;

async function moderateContent(
  trx: Trx,
  { action, target }: { readonly action: ContentActionName; readonly target: ContentTarget },
  { caller, at }: Moderation,
): Promise<LoggedTarget> {
  if (target.kind === 'post') {
    const forum = await moderatePost(trx, { id: target.id, action, caller, at });
    return { forum, post_id: target.id };
  }
  return moderateComment(trx, { id: target.id, action, caller, at });
}

async function moderateComment(
  trx: Trx,
  { id, action, caller, at }: { id: string; action: ContentActionName } & Pick<Moderation, 'caller' | 'at'>,
): Promise<LoggedTarget> {
  const comment = await lockComment(trx, id);
  if (comment === undefined) throw commentNotFound(id);
  const { forum } = await trx
    .selectFrom('forum.posts')
    .select('forum')
    .where('id', '=', comment.post_id)
    .executeTakeFirstOrThrow();
  await requireModerator(trx, { forum, caller, at });
  const closed = await closeReports(trx, comment.post_id, id);
  const hide = action === 'hide';
  if (action === 'delete') {
    await removeComment(trx, comment, at);
  } else if (action === 'dismiss') {
    if (closed === 0) throw nothingToChange(`There is no open report on comment ${id}.`);
  } else {
    if (hide === (comment.hidden_at !== null))
      throw nothingToChange(`Comment ${id} is ${hide ? 'hidden already' : 'not hidden'}.`);
    await trx
      .updateTable('forum.comments')
      .set({ hidden_at: hide ? at : null })
      .where('post_id', '=', comment.post_id)
      .where('id', '=', id)
      .execute();
  }
  return { forum, post_id: comment.post_id, comment_id: id };
}

async function changeBan(trx: Trx, command: BanCommand, { caller, at }: Moderation): Promise<LoggedTarget> {
  const { action, subject, forum, until } = command;
  const name = 'owner' in subject ? subject.owner : subject.fingerprint;
  if (forum === undefined) {
    if (caller.kind === 'agent') throw notModerator('an administrator, without a community in forum,');
  } else {
    await requireModerator(trx, { forum, caller, at });
    await protectModerators(trx, { action, subject, forum, caller });
  }
  // Writes of the author that have begun end first; later ones find the ban.
  await lockSubject(trx, name);
  const changed =
    action === 'ban'
      ? await setBan(trx, { subject: name, forum, until }, at)
      : await endBan(trx, { subject: name, forum }, at);
  if (!changed) throw nothingToChange(`${name} is ${action === 'ban' ? 'banned like this already' : 'not banned'}.`);
  return {
    forum: forum ?? null,
    ...('owner' in subject ? { owner: subject.owner } : { fingerprint: subject.fingerprint }),
    until: until ?? null,
  };
}

/** Rejects bans of the founder, of moderators by other moderators, and of keys whose owner is not known yet. */
async function protectModerators(
  trx: Trx,
  {
    action,
    subject,
    forum,
    caller,
  }: { readonly forum: string } & Pick<BanCommand, 'action' | 'subject'> & Pick<Moderation, 'caller'>,
): Promise<void> {
  if (caller.kind === 'administrator') {
    const row = await trx.selectFrom('forum.forums').select('id').where('name', '=', forum).executeTakeFirst();
    if (row === undefined) throw forumNotFound(forum);
    return;
  }
  const owner = 'owner' in subject ? subject.owner : await ownerOfKey(trx, subject.fingerprint);
  if (owner === undefined) {
    // It may be a key of the founder that has not written yet.
    if (action === 'ban' && 'fingerprint' in subject) throw agentNotFound(subject.fingerprint);
    return;
  }
  const rank = await moderationRank(trx, forum, owner);
  if (rank === 'founder') throw notModerator('an administrator may ban the founder of a community; nobody else');
  if (rank === 'moderator' && (await moderationRank(trx, forum, caller.agent.sub)) !== 'founder')
    throw notModerator('the founder or an administrator may ban a moderator; nobody else');
}

async function ownerOfKey(trx: Trx, fingerprint: string): Promise<string | undefined> {
  const { rows } = await sql<{ owner: string }>`
    select owner from forum.agents where fingerprint = ${fingerprint}`.execute(trx);
  return rows[0]?.owner;
}

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
async function moderatePost(
  trx: Transaction<ForumDatabase>,
  { id, action, caller, at }: PostModeration,
): Promise<string> {
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

async function lockPost(
  trx: Transaction<ForumDatabase>,
  id: string,
  action: ContentActionName,
): Promise<Selectable<PostTable>> {
  const found = trx.selectFrom('forum.posts').selectAll().where('id', '=', id).where('deleted_at', 'is', null);
  const locked = action === 'delete' ? found.forUpdate() : found.forNoKeyUpdate();
  const post = await locked.executeTakeFirst();
  if (post === undefined) throw postNotFound(id);
  return post;
}

/** @throws DomainError too_many_pinned. The community's lock serializes concurrent pins. */
async function checkPinLimit(trx: Transaction<ForumDatabase>, forum: string): Promise<void> {
  await trx.selectFrom('forum.forums').select('id').where('name', '=', forum).forNoKeyUpdate().execute();
  const pinned = await trx
    .selectFrom('forum.posts')
    .select('id')
    .where('forum', '=', forum)
    .where('pinned_at', 'is not', null)
    .execute();
  if (pinned.length >= maxPinned) throw tooManyPinned(forum, maxPinned);
}
