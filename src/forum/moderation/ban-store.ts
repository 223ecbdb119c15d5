import { type Kysely, sql, type Transaction } from 'kysely';
import { type Refusal } from '../../runtime/database/queries.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';
import type { Agent } from '../people/agent-store.ts';
import type { ForumDatabase } from '../database.ts';
import type { ActiveBan } from '../errors.ts';
import { refuse } from '../writes/refusal.ts';

type Trx = Transaction<ForumDatabase>;

/** Whose bans count for an author: its owner, its key, and the keys of the agents that it helps. */
const subjectsOf = ({ sub, jkt, helperOf = [] }: Agent): readonly string[] => [sub, jkt, ...helperOf];

/**
 * Refuses an author whose owner, key or helped agent is banned there or everywhere.
 *
 * @param write its `forum` is undefined for what belongs to no community
 */
export async function refuseBanned(
  trx: Trx,
  { author, at, forum }: { readonly author: Agent; readonly at: Date; readonly forum: string | undefined },
): Promise<Refusal | undefined> {
  const ban = await trx
    .selectFrom('forum.bans')
    .select(['subject', 'forum', 'until'])
    .where('subject', 'in', subjectsOf(author))
    .where('forum', 'in', ['', ...(forum === undefined ? [] : [forum])])
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', at)]))
    // The one that ends last.
    .orderBy(sql`until desc nulls first`)
    .limit(1)
    .executeTakeFirst();
  if (ban === undefined) return undefined;
  return refuse('writerBanned', {
    who: whoOf(author, ban.subject),
    forum: ban.forum === '' ? undefined : ban.forum,
    until: ban.until,
  });
}

const whoOf = ({ sub, jkt }: Agent, subject: string): ActiveBan['who'] => {
  if (subject === sub) return 'owner';
  return subject === jkt ? 'key' : 'helped agent';
};

interface Ban {
  readonly subject: string;
  /** Name of the community; undefined for all of them. */
  readonly forum: string | undefined;
  /** Undefined for a ban without an end. */
  readonly until: Date | undefined;
}

/** Sets the ban of a subject whose owner the transaction has locked. @returns false when it was the same already */
export async function setBan(trx: Trx, { subject, forum = '', until }: Ban, at: Date): Promise<boolean> {
  const before = await activeBan(trx, subject, forum, at);
  if (before !== undefined && before.until?.getTime() === until?.getTime()) return false;
  await trx
    .insertInto('forum.bans')
    .values({ subject, forum, until: until ?? null })
    .onConflict((conflict) => conflict.columns(['subject', 'forum']).doUpdateSet({ until: until ?? null }))
    .execute();
  return true;
}

/** Ends the ban of a subject whose owner the transaction has locked. @returns false when there was none */
export async function endBan(trx: Trx, { subject, forum = '' }: Omit<Ban, 'until'>, at: Date): Promise<boolean> {
  const before = await activeBan(trx, subject, forum, at);
  await trx.deleteFrom('forum.bans').where('subject', '=', subject).where('forum', '=', forum).execute();
  return before !== undefined;
}

const activeBan = (trx: Trx, subject: string, forum: string, at: Date) =>
  trx
    .selectFrom('forum.bans')
    .select('until')
    .where('subject', '=', subject)
    .where('forum', '=', forum)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', at)]))
    .executeTakeFirst();

/** Deletes bans that ended before `now`; the log keeps their entries. @returns the number of deleted rows */
export const deleteExpiredBans = (db: Kysely<ForumDatabase>, now: Date, limit: number): Promise<number> =>
  deleteFound(db, { table: 'forum.bans', key: ['subject', 'forum'], condition: sql`until <= ${now}`, limit });
