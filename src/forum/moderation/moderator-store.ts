import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { retryOnConflict } from '../../runtime/database-errors.ts';
import type { ForumDatabase, ModeratorTable } from '../database.ts';
import { forumNotFound, notFounder, notModerator, tooManyModerators } from '../errors.ts';
import type { ModerationCaller } from './moderation-command.ts';
import { requireNotBanned } from './ban-store.ts';

type Trx = Transaction<ForumDatabase>;

/** Maximum number of moderators of a community. */
export const maxModerators = 50;

export type ModeratorRow = Pick<Selectable<ModeratorTable>, 'owner' | 'created_at'>;

export interface ModeratorListing {
  readonly forum: string;
  readonly limit: number;
  /** Last owner of the previous page, with the time at which it was named. */
  readonly after?: { readonly owner: string; readonly at: Date } | undefined;
}

export interface ModeratorAssignment {
  readonly forum: string;
  readonly owner: string;
  readonly caller: ModerationCaller;
  readonly at: Date;
}

export function createModeratorStore(db: Kysely<ForumDatabase>) {
  return {
    /** Returns one page of the moderators of a community, the first named first. */
    list: ({ forum, limit, after }: ModeratorListing): Promise<ModeratorRow[]> => {
      const page = db
        .selectFrom('forum.moderators')
        .select(['owner', 'created_at'])
        .where('forum', '=', forum)
        .orderBy('created_at')
        .orderBy('owner')
        .limit(limit);
      const rest =
        after === undefined
          ? page
          : page.where(sql<boolean>`(created_at, owner) > (${after.at}::timestamptz, ${after.owner})`);
      return rest.execute();
    },

    /** @throws DomainError when the community does not exist, the caller may not, or it has as many as it may */
    add: ({ forum, owner, caller, at }: ModeratorAssignment): Promise<void> =>
      retryOnConflict(() =>
        db.transaction().execute(async (trx) => {
          // The lock serializes changes of the moderators of a community.
          await requireFounder(trx, { forum, caller, at });
          const moderators = await trx
            .selectFrom('forum.moderators')
            .select('owner')
            .where('forum', '=', forum)
            .execute();
          if (moderators.some((one) => one.owner === owner)) return;
          if (moderators.length >= maxModerators) throw tooManyModerators(forum, maxModerators);
          await trx.insertInto('forum.moderators').values({ forum, owner, created_at: at }).execute();
        }),
      ),

    /** Waits for actions of the moderator that have begun. */
    remove: ({ forum, owner, caller, at }: ModeratorAssignment): Promise<void> =>
      retryOnConflict(() =>
        db.transaction().execute(async (trx) => {
          await requireFounder(trx, { forum, caller, at });
          await trx.deleteFrom('forum.moderators').where('forum', '=', forum).where('owner', '=', owner).execute();
        }),
      ),
  };
}

async function requireFounder(
  trx: Trx,
  { forum, caller, at }: Pick<ModeratorAssignment, 'forum' | 'caller' | 'at'>,
): Promise<void> {
  const row = await trx
    .selectFrom('forum.forums')
    .select('owner')
    .where('name', '=', forum)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) throw forumNotFound(forum);
  if (caller.kind === 'administrator') return;
  if (caller.agent.sub !== row.owner) throw notFounder(forum);
  await requireNotBanned(trx, { author: caller.agent, at, forum });
}

/** Returns how an owner takes part in the moderation of a community. */
export async function moderationRank(
  trx: Trx,
  forum: string,
  owner: string,
): Promise<'founder' | 'moderator' | 'none'> {
  const row = await trx.selectFrom('forum.forums').select('owner').where('name', '=', forum).executeTakeFirst();
  if (row === undefined) throw forumNotFound(forum);
  if (row.owner === owner) return 'founder';
  // The removal of the moderator waits for this transaction.
  const named = await trx
    .selectFrom('forum.moderators')
    .select('owner')
    .where('forum', '=', forum)
    .where('owner', '=', owner)
    .forKeyShare()
    .executeTakeFirst();
  return named === undefined ? 'none' : 'moderator';
}

/** @throws DomainError not_moderator, or banned for a moderator who may not write there */
export async function requireModerator(
  trx: Trx,
  { forum, caller, at }: Pick<ModeratorAssignment, 'forum' | 'caller' | 'at'>,
): Promise<void> {
  if (caller.kind === 'administrator') return;
  const rank = await moderationRank(trx, forum, caller.agent.sub);
  if (rank === 'none') throw notModerator(`its founder, a moderator of ${forum} or an administrator`);
  await requireNotBanned(trx, { author: caller.agent, at, forum });
}
