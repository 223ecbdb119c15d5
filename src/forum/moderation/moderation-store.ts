import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { bucketOfId } from '../../runtime/database/bucket.ts';
import { inWriteTransaction, isRefusal, type Refusal } from '../../runtime/database/queries.ts';
import { type ForumDatabase, postColumns } from '../database.ts';
import { retryOnConflict } from '../../runtime/database/database-errors.ts';
import type { Idempotency } from '../writes/text.ts';
import type { BanActionName, ContentActionName, ModerationCaller, ModerationCommand } from './moderation-command.ts';
import { recordWrite } from '../people/agent-store.ts';
import { endBan, setBan } from './ban-store.ts';
import { lockComment, removeComment } from '../comments/comment-removal-store.ts';
import { refuse } from '../writes/refusal.ts';
import { claimIdempotencyKey, lockOwner } from '../writes/write-store.ts';
import { moderationRank, refuseOthersThanModerators } from './moderator-store.ts';
import { closeReports } from './report-store.ts';
import { maxPinned, removePost } from '../posts/post-store.ts';

export type ModerationActionRow = Selectable<ForumDatabase['forum.moderation_actions']>;

interface ModerationLogListing {
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
const logAction = (trx: Trx, row: ModerationActionRow): Promise<ModerationActionRow> =>
  trx.insertInto('forum.moderation_actions').values(row).returningAll().executeTakeFirstOrThrow();

const findAction = (trx: Trx, id: string): Promise<ModerationActionRow | undefined> =>
  trx.selectFrom('forum.moderation_actions').selectAll().where('id', '=', id).executeTakeFirst();

type Trx = Transaction<ForumDatabase>;
type BanCommand = Extract<ModerationCommand, { readonly action: BanActionName }>;

interface Moderation {
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

interface ContentModeration extends Pick<Moderation, 'caller' | 'at'> {
  readonly id: string;
  readonly action: ContentActionName;
}

export function createModerationStore(db: Kysely<ForumDatabase>) {
  return {
    /**
     * Executes the command of a moderator and logs it.
     *
     * @returns the entry of the log, or that of the earlier request with the Idempotency-Key
     */
    execute: (moderation: Moderation) =>
      retryOnConflict(() =>
        inWriteTransaction<ForumDatabase, ModerationActionRow>(db, (trx) => execute(trx, moderation)),
      ),
  };
}

async function execute(trx: Trx, moderation: Moderation): Promise<ModerationActionRow | Refusal> {
  const { id, command, caller, reason, at, idempotency } = moderation;
  const earlier =
    idempotency &&
    (await claimIdempotencyKey(trx, { ...idempotency, fingerprint: idempotencyOwnerOf(caller), id, at }));
  if (isRefusal(earlier)) return earlier;
  const done = earlier === undefined ? undefined : await findAction(trx, earlier);
  if (done !== undefined) return done;

  const target =
    'target' in command
      ? await (command.target.kind === 'post' ? moderatePost : moderateComment)(trx, {
          id: command.target.id,
          action: command.action,
          caller,
          at,
        })
      : await changeBan(trx, command, moderation);
  if (isRefusal(target)) return target;
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

async function moderateComment(
  trx: Trx,
  { id, action, caller, at }: ContentModeration,
): Promise<LoggedTarget | Refusal> {
  const comment = await lockComment(trx, id);
  if (comment === undefined) return refuse('commentNotFound', id);
  const { forum } = await trx
    .selectFrom('forum.posts')
    .select('forum')
    .where('bucket', '=', comment.bucket)
    .where('id', '=', comment.post_id)
    .executeTakeFirstOrThrow();
  const refused = await refuseOthersThanModerators(trx, { forum, caller, at });
  if (refused) return refused;
  const closed = await closeReports(trx, comment.post_id, id);
  const hide = action === 'hide';
  if (action === 'delete') {
    await removeComment(trx, comment, at);
  } else if (action === 'dismiss') {
    if (closed === 0) return refuse('nothingToChange', `There is no open report on comment ${id}.`);
  } else {
    if (hide === (comment.hidden_at !== null))
      return refuse('nothingToChange', `Comment ${id} is ${hide ? 'hidden already' : 'not hidden'}.`);
    await trx
      .updateTable('forum.comments')
      .set({ hidden_at: hide ? at : null })
      .where('bucket', '=', comment.bucket)
      .where('post_id', '=', comment.post_id)
      .where('id', '=', id)
      .execute();
  }
  return { forum, post_id: comment.post_id, comment_id: id };
}

async function changeBan(trx: Trx, command: BanCommand, { caller, at }: Moderation): Promise<LoggedTarget | Refusal> {
  const { action, subject, forum, until } = command;
  const name = 'owner' in subject ? subject.owner : subject.fingerprint;
  if (forum === undefined) {
    if (caller.kind === 'agent') return refuse('notModerator', 'an administrator, without a community in forum,');
  } else {
    const refused =
      (await refuseOthersThanModerators(trx, { forum, caller, at })) ??
      (await protectModerators(trx, { action, subject, forum, caller }));
    if (refused) return refused;
  }
  // Writes of the owner that have begun end first; later ones find the ban. The first write of a key that nobody has seen has no
  // owner to wait for.
  const owner = 'owner' in subject ? subject.owner : await ownerOfKey(trx, subject.fingerprint);
  if (owner !== undefined) await lockOwner(trx, owner, at);
  const changed =
    action === 'ban'
      ? await setBan(trx, { subject: name, forum, until }, at)
      : await endBan(trx, { subject: name, forum }, at);
  if (!changed)
    return refuse('nothingToChange', `${name} is ${action === 'ban' ? 'banned like this already' : 'not banned'}.`);
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
): Promise<Refusal | undefined> {
  if (caller.kind === 'administrator') {
    const row = await trx.selectFrom('forum.forums').select('id').where('name', '=', forum).executeTakeFirst();
    return row === undefined ? refuse('forumNotFound', forum) : undefined;
  }
  const owner = 'owner' in subject ? subject.owner : await ownerOfKey(trx, subject.fingerprint);
  if (owner === undefined) {
    // It may be a key of the founder that has not written yet.
    if (action === 'ban' && 'fingerprint' in subject) return refuse('agentNotFound', subject.fingerprint);
    return undefined;
  }
  const rank = await moderationRank(trx, forum, owner);
  if (rank === 'founder')
    return refuse('notModerator', 'an administrator may ban the founder of a community; nobody else');
  if (rank === 'moderator' && (await moderationRank(trx, forum, caller.agent.sub)) !== 'founder')
    return refuse('notModerator', 'the founder or an administrator may ban a moderator; nobody else');
  return undefined;
}

async function ownerOfKey(trx: Trx, fingerprint: string): Promise<string | undefined> {
  const { rows } = await sql<{ owner: string }>`
    select owner from forum.agents where fingerprint = ${fingerprint}`.execute(trx);
  return rows[0]?.owner;
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

/** Moderates a post. Its lock orders the action against votes and comments. */
async function moderatePost(trx: Trx, { id, action, caller, at }: ContentModeration): Promise<LoggedTarget | Refusal> {
  const found = trx
    .selectFrom('forum.posts')
    .select(postColumns)
    .where('bucket', '=', bucketOfId(id))
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
  const post = await (action === 'delete' ? found.forUpdate() : found.forNoKeyUpdate()).executeTakeFirst();
  if (post === undefined) return refuse('postNotFound', id);
  const refused = await refuseOthersThanModerators(trx, { forum: post.forum, caller, at });
  if (refused) return refused;
  const target = { forum: post.forum, post_id: id };
  if (action === 'delete') {
    await removePost(trx, post, at);
    return target;
  }
  if (action === 'dismiss') {
    if ((await closeReports(trx, id)) === 0) return refuse('nothingToChange', `There is no open report on post ${id}.`);
    return target;
  }
  const { column, set, state } = changes[action];
  if (set === (post[column] !== null))
    return refuse('nothingToChange', `Post ${id} is ${set ? `${state} already` : `not ${state}`}.`);
  if (action === 'pin' && (await countPinned(trx, post.forum)) >= maxPinned)
    return refuse('tooManyPinned', post.forum, maxPinned);
  if (column === 'hidden_at') await closeReports(trx, id);
  await trx
    .updateTable('forum.posts')
    .set(column, set ? at : null)
    .where('bucket', '=', post.bucket)
    .where('id', '=', id)
    .execute();
  return target;
}

/** The community's lock serializes concurrent pins. */
async function countPinned(trx: Trx, forum: string): Promise<number> {
  await trx.selectFrom('forum.forums').select('id').where('name', '=', forum).forNoKeyUpdate().execute();
  const pinned = await trx
    .selectFrom('forum.posts')
    .select('id')
    .where('forum', '=', forum)
    .where('pinned_at', 'is not', null)
    .execute();
  return pinned.length;
}
