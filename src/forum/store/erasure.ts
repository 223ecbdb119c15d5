import { type Kysely, sql, type Transaction } from 'kysely';
import { retryOnConflict } from '../../runtime/database-errors.ts';
import type { ForumDatabase } from '../database.ts';
import { pseudonymKey } from '../pseudonym.ts';
import { lockSubject } from './bans.ts';
import { eraseVotes, pseudonymizeComments, pseudonymizePosts } from './erasure-steps.ts';

type Trx = Transaction<ForumDatabase>;

/** Rows that one transaction changes, so that it holds no locks for long. */
const batch = 200;

export function createErasureStore(db: Kysely<ForumDatabase>) {
  return {
    /**
     * Erases an owner, batch by batch; an interrupted erasure continues when it is repeated. The last transaction finds
     * nothing left while no write of the owner is in progress.
     *
     * @param pseudonym for an erasure that begins
     * @returns the pseudonym; undefined when the owner is unknown
     */
    erase: async (owner: string, pseudonym: string): Promise<string | undefined> => {
      for (;;) {
        const step = await retryOnConflict(() => db.transaction().execute((trx) => eraseBatch(trx, owner, pseudonym)));
        if (step !== 'more') return step.pseudonym;
      }
    },
  };
}

async function eraseBatch(
  trx: Trx,
  owner: string,
  proposed: string,
): Promise<'more' | { pseudonym: string | undefined }> {
  await lockSubject(trx, owner);
  const pseudonym = await beginErasure(trx, owner, proposed);
  if (pseudonym === undefined) return { pseudonym };
  const replacement = { owner, pseudonym, limit: batch };
  // One kind of row in a transaction, so that all transactions lock rows in one order.
  if ((await pseudonymizePosts(trx, replacement)) > 0) return 'more';
  if ((await pseudonymizeComments(trx, replacement)) > 0) return 'more';
  if ((await eraseVotes(trx, replacement)) > 0) return 'more';
  await finishErasure(trx, owner, pseudonym);
  return { pseudonym };
}

/** @returns the pseudonym of the erasure; undefined when there is nothing to erase */
async function beginErasure(trx: Trx, owner: string, proposed: string): Promise<string | undefined> {
  const begun = await trx
    .selectFrom('forum.erasures')
    .select('pseudonym')
    .where('owner', '=', owner)
    .executeTakeFirst();
  if (begun !== undefined) return begun.pseudonym;
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from forum.owners where owner = ${owner})
      or exists (select from forum.agents where owner = ${owner})
      or exists (select from forum.posts where owner = ${owner})
      or exists (select from forum.comments where owner = ${owner})
      or exists (select from forum.votes where owner = ${owner})
      or exists (select from forum.forums where owner = ${owner})
      or exists (select from forum.moderators where owner = ${owner}) as known`.execute(trx);
  if (rows[0]?.known !== true) return undefined;
  await trx.insertInto('forum.erasures').values({ owner, pseudonym: proposed }).execute();
  return proposed;
}

/** Replaces the owner where it has few rows, and deletes its profiles. */
async function finishErasure(trx: Trx, owner: string, pseudonym: string): Promise<void> {
  const key = pseudonymKey(pseudonym);
  await sql`
    update forum.forums set owner = ${pseudonym}, fingerprint = ${key} where owner = ${owner}`.execute(trx);
  await sql`update forum.moderation_actions set owner = ${pseudonym} where owner = ${owner}`.execute(trx);
  await sql`update forum.moderation_actions set moderator = ${pseudonym} where moderator = ${owner}`.execute(trx);
  await sql`
    update forum.moderation_actions set fingerprint = ${key}
    where action in ('ban', 'unban') and fingerprint in (select fingerprint from forum.agents where owner = ${owner})
  `.execute(trx);
  await trx.deleteFrom('forum.moderators').where('owner', '=', owner).execute();
  await trx.deleteFrom('forum.reports').where('owner', '=', owner).execute();
  await sql`
    delete from forum.idempotency_keys
    where fingerprint in (select fingerprint from forum.agents where owner = ${owner})`.execute(trx);
  // A key that wrote for other owners before keeps its profile, with the owner of what it wrote for them last.
  await sql`
    update forum.agents as agent set owner = coalesce(
      (select owner from forum.posts as post where post.fingerprint = agent.fingerprint order by post.id desc limit 1),
      (select owner from forum.comments as comment where comment.fingerprint = agent.fingerprint
        order by comment.id desc limit 1)
    ) where owner = ${owner} and post_count + comment_count > 0`.execute(trx);
  await trx.deleteFrom('forum.agents').where('owner', '=', owner).execute();
  await trx.deleteFrom('forum.owners').where('owner', '=', owner).execute();
  await trx.deleteFrom('forum.erasures').where('owner', '=', owner).execute();
}
