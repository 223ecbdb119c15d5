import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { inWriteTransaction, type Refusal } from '../../runtime/database/queries.ts';
import { retryOnConflict } from '../../runtime/database/database-errors.ts';
import type { ForumDatabase } from '../database.ts';
import { refuse } from '../writes/refusal.ts';
import type { ModerationCaller } from './moderation-command.ts';
import { refuseBanned } from './ban-store.ts';

type Trx = Transaction<ForumDatabase>;

/** Maximum number of moderators of a community. */
export const maxModerators = 50;

type ModeratorRow = Pick<Selectable<ForumDatabase['forum.moderators']>, 'owner' | 'created_at'>;

interface ModeratorListing {
  readonly forum: string;
  readonly limit: number;
  /** Last owner of the previous page, with the time at which it was named. */
  readonly after?: { readonly owner: string; readonly at: Date } | undefined;
}

interface ModeratorAssignment {
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

    add: ({ forum, owner, caller, at }: ModeratorAssignment) =>
      retryOnConflict(() =>
        inWriteTransaction<ForumDatabase, undefined>(db, async (trx) => {
          // The lock serializes changes of the moderators of a community.
          const refused = await refuseOthersThanFounder(trx, { forum, caller, at });
          if (refused) return refused;
          const moderators = await trx
            .selectFrom('forum.moderators')
            .select('owner')
            .where('forum', '=', forum)
            .execute();
          if (moderators.some((one) => one.owner === owner)) return undefined;
          if (moderators.length >= maxModerators) return refuse('tooManyModerators', forum, maxModerators);
          await trx.insertInto('forum.moderators').values({ forum, owner, created_at: at }).execute();
          return undefined;
        }),
      ),

    /** Waits for actions of the moderator that have begun. */
    remove: ({ forum, owner, caller, at }: ModeratorAssignment) =>
      retryOnConflict(() =>
        inWriteTransaction<ForumDatabase, undefined>(db, async (trx) => {
          const refused = await refuseOthersThanFounder(trx, { forum, caller, at });
          if (refused) return refused;
          await trx.deleteFrom('forum.moderators').where('forum', '=', forum).where('owner', '=', owner).execute();
          return undefined;
        }),
      ),
  };
}

async function refuseOthersThanFounder(
  trx: Trx,
  { forum, caller, at }: Pick<ModeratorAssignment, 'forum' | 'caller' | 'at'>,
): Promise<Refusal | undefined> {
  const row = await trx
    .selectFrom('forum.forums')
    .select('owner')
    .where('name', '=', forum)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) return refuse('forumNotFound', forum);
  if (caller.kind === 'administrator') return undefined;
  if (caller.agent.sub !== row.owner) return refuse('notFounder', forum);
  return refuseBanned(trx, { author: caller.agent, at, forum });
}

/** Returns how an owner takes part in the moderation of a community; undefined when there is no such community. */
export async function moderationRank(
  trx: Trx,
  forum: string,
  owner: string,
): Promise<'founder' | 'moderator' | 'none' | undefined> {
  const row = await trx.selectFrom('forum.forums').select('owner').where('name', '=', forum).executeTakeFirst();
  if (row === undefined) return undefined;
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

/** Refuses callers who do not moderate the community, and moderators who may not write there. */
export async function refuseOthersThanModerators(
  trx: Trx,
  { forum, caller, at }: Pick<ModeratorAssignment, 'forum' | 'caller' | 'at'>,
): Promise<Refusal | undefined> {
  if (caller.kind === 'administrator') return undefined;
  const rank = await moderationRank(trx, forum, caller.agent.sub);
  if (rank === undefined) return refuse('forumNotFound', forum);
  if (rank === 'none') return refuse('notModerator', `its founder, a moderator of ${forum} or an administrator`);
  return refuseBanned(trx, { author: caller.agent, at, forum });
}
