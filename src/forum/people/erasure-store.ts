import { type Kysely, sql, type Transaction } from 'kysely';
import { bucketOfId } from '../../runtime/database/bucket.ts';
import { retryOnConflict } from '../../runtime/database/database-errors.ts';
import type { ForumDatabase } from '../database.ts';
import { pseudonymKey } from './agent-store.ts';
import { lockedOwner } from '../writes/write-store.ts';

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
  // Writes of the owner that have begun end first.
  await lockedOwner(trx, owner);
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
    select exists (select 1 from forum.owners where owner = ${owner})
      or exists (select 1 from forum.agents where owner = ${owner})
      or exists (select 1 from forum.posts where owner = ${owner})
      or exists (select 1 from forum.comments where owner = ${owner})
      or exists (select 1 from forum.votes where owner = ${owner})
      or exists (select 1 from forum.forums where owner = ${owner})
      or exists (select 1 from forum.moderators where owner = ${owner}) as known`.execute(trx);
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
  await keepProfiles(trx, owner);
  await trx.deleteFrom('forum.agents').where('owner', '=', owner).execute();
  await trx.deleteFrom('forum.owners').where('owner', '=', owner).execute();
  await trx.deleteFrom('forum.erasures').where('owner', '=', owner).execute();
}

/** Leaves the profile of a key that wrote for other owners before to the owner of what it wrote for them last. */
async function keepProfiles(trx: Trx, owner: string): Promise<void> {
  const kept = await trx
    .selectFrom('forum.agents')
    .select('fingerprint')
    .where('owner', '=', owner)
    .where(sql<boolean>`post_count + comment_count > 0`)
    .execute();
  // Key by key: a distributed engine joins no tables of different keys.
  for (const { fingerprint } of kept) {
    const last =
      (await lastOwner(trx, 'forum.posts', fingerprint)) ?? (await lastOwner(trx, 'forum.comments', fingerprint));
    if (last !== undefined)
      await trx
        .updateTable('forum.agents')
        // What the key wrote for the erased owner counts in its budget for as long as before.
        .set((eb) => ({ ...last, owner_changed_at: eb.ref('last_active') }))
        .where('fingerprint', '=', fingerprint)
        .execute();
  }
}

const lastOwner = (trx: Trx, table: 'forum.posts' | 'forum.comments', fingerprint: string) =>
  trx
    .selectFrom(table)
    .select('owner')
    .where('fingerprint', '=', fingerprint)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

interface Replacement {
  readonly owner: string;
  readonly pseudonym: string;
  /** Maximum number of rows to change. */
  readonly limit: number;
}

interface Credit {
  readonly fingerprint: string;
  readonly posts: number;
  readonly comments: number;
  readonly karma: number;
}

/** Replaces the author of posts of the owner. @returns the number of posts, 0 when none is left */
export async function pseudonymizePosts(
  trx: Transaction<ForumDatabase>,
  { owner, pseudonym, limit }: Replacement,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from forum.posts where owner = ${owner} order by owner, id desc limit ${limit}`.execute(trx);
  const posts = rows.map(({ id }) => id);
  const ids = uuids(posts);
  await lockPosts(trx, posts);
  const { rows: credits } = await sql<Credit>`
    select fingerprint, count(*) filter (where deleted_at is null)::integer as posts, 0 as comments,
      coalesce(sum(earned.karma), 0)::integer as karma
    from forum.posts as post
    cross join lateral (
      select sum(value) as karma from forum.votes
      where bucket = post.bucket and post_id = post.id and target_id = post.id and votes.owner <> ${owner}
    ) as earned
    where id = any (${ids}) group by fingerprint`.execute(trx);
  await sql`
    update forum.posts set owner = ${pseudonym}, fingerprint = ${pseudonymKey(pseudonym)}, helper_of = '{}'
    where id = any (${ids})`.execute(trx);
  await subtractCredits(trx, credits);
  return rows.length;
}

/** Replaces the author of comments of the owner. @returns the number of comments, 0 when none is left */
async function pseudonymizeComments(
  trx: Transaction<ForumDatabase>,
  { owner, pseudonym, limit }: Replacement,
): Promise<number> {
  const { rows } = await sql<{ id: string; post_id: string }>`
    select id, post_id from forum.comments where owner = ${owner} order by owner, id desc limit ${limit}`.execute(trx);
  const ids = uuids(rows.map(({ id }) => id));
  const postIds = uuids(rows.map(({ post_id }) => post_id));
  await lockTargets(trx, rows);
  const { rows: credits } = await sql<Credit>`
    select fingerprint, 0 as posts, count(*) filter (where deleted_at is null)::integer as comments,
      coalesce(sum(earned.karma), 0)::integer as karma
    from forum.comments as comment
    cross join lateral (
      select sum(value) as karma from forum.votes
      where bucket = comment.bucket and post_id = comment.post_id and target_id = comment.id and votes.owner <> ${owner}
    ) as earned
    where post_id = any (${postIds}) and id = any (${ids}) group by fingerprint`.execute(trx);
  await sql`
    update forum.comments set owner = ${pseudonym}, fingerprint = ${pseudonymKey(pseudonym)}, helper_of = '{}'
    where post_id = any (${postIds}) and id = any (${ids})`.execute(trx);
  await subtractCredits(trx, credits);
  return rows.length;
}

/**
 * Deletes votes of the owner, whose scores and karma follow. A vote under a pseudonym would let the owner vote again.
 *
 * @returns the number of votes, 0 when none is left
 */
export async function eraseVotes(trx: Transaction<ForumDatabase>, { owner, limit }: Replacement): Promise<number> {
  const { rows } = await sql<{ id: string; post_id: string }>`
    select target_id as id, post_id from forum.votes where owner = ${owner}
    order by owner, bucket, post_id, target_id limit ${limit}`.execute(trx);
  const ids = uuids(rows.map(({ id }) => id));
  const postIds = uuids(rows.map(({ post_id }) => post_id));
  await lockTargets(trx, rows);
  // Read after the locks: a concurrent deletion of a post or comment deletes its votes.
  const { rows: votes } = await sql<{ target_id: string; value: number }>`
    delete from forum.votes where owner = ${owner} and post_id = any (${postIds}) and target_id = any (${ids})
    returning target_id, value`.execute(trx);
  const targets = sql`unnest(
    ${`{${votes.map(({ target_id }) => target_id).join(',')}}`}::uuid[],
    ${`{${votes.map(({ value }) => value).join(',')}}`}::integer[]
  ) as vote (target_id, value)`;
  const { rows: credits } = await sql<Credit>`
    with scored as (
      update forum.posts as post set score = post.score - vote.value from ${targets}
      where post.id = vote.target_id returning post.fingerprint, post.owner, vote.value
    ), commented as (
      update forum.comments as comment set score = comment.score - vote.value from ${targets}
      where comment.post_id = any (${postIds}) and comment.id = vote.target_id
      returning comment.fingerprint, comment.owner, vote.value
    )
    select fingerprint, 0 as posts, 0 as comments, sum(value)::integer as karma
    from (select * from scored union all select * from commented) as changed
    where owner <> ${owner} group by fingerprint`.execute(trx);
  await subtractCredits(trx, credits);
  return rows.length;
}

const uuids = (ids: readonly string[]) => sql`${`{${[...new Set(ids)].join(',')}}`}::uuid[]`;

/** Calls with the rows of each bucket, in the order of buckets: a lock asks one node. */
async function inEachBucket<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  lock: (bucket: number, rows: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  const groups = Map.groupBy(rows, (row) => bucketOfId(idOf(row)));
  for (const [bucket, group] of [...groups].toSorted(([a], [b]) => a - b)) await lock(bucket, group);
}

const lockPosts = (trx: Trx, ids: readonly string[]): Promise<void> =>
  inEachBucket(
    ids,
    (id) => id,
    (bucket, group) =>
      sql`
        select id from forum.posts where bucket = ${bucket} and id = any (${uuids(group)})
        order by id for no key update`.execute(trx),
  );

/** Locks comments after their posts, as all writers do. */
async function lockTargets(
  trx: Trx,
  rows: readonly { readonly id: string; readonly post_id: string }[],
): Promise<void> {
  await lockPosts(
    trx,
    rows.map(({ post_id }) => post_id),
  );
  await inEachBucket(
    rows,
    ({ post_id }) => post_id,
    (bucket, group) =>
      sql`
        select id from forum.comments
        where bucket = ${bucket} and post_id = any (${uuids(group.map(({ post_id }) => post_id))})
          and id = any (${uuids(group.map(({ id }) => id))})
        order by id for no key update`.execute(trx),
  );
}

/** Subtracts from the profiles, which it locks in the order of their keys. Pseudonyms have none. */
async function subtractCredits(trx: Transaction<ForumDatabase>, credits: readonly Credit[]): Promise<void> {
  for (const { fingerprint, posts, comments, karma } of credits.toSorted((a, b) =>
    a.fingerprint < b.fingerprint ? -1 : 1,
  ))
    await sql`
      update forum.agents
      set post_count = post_count - ${posts}, comment_count = comment_count - ${comments}, karma = karma - ${karma}
      where fingerprint = ${fingerprint}`.execute(trx);
}
