import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { bucketOfId } from '../../runtime/database/bucket.ts';
import { inWriteTransaction, isRefusal } from '../../runtime/database/queries.ts';
import { postColumns, type ForumDatabase } from '../database.ts';
import { type Agent, creditAgent, recordWrite } from '../people/agent-store.ts';
import { refuse, refuseEdit } from '../writes/refusal.ts';
import type { Idempotency } from '../writes/text.ts';
import type { ForumPosition } from '../reads/position.ts';
import { refuseBanned } from '../moderation/ban-store.ts';
import { claimIdempotencyKey, type WriteLimiter } from '../writes/write-store.ts';
import { closeReports } from '../moderation/report-store.ts';

export type PostRow = Selectable<ForumDatabase['forum.posts']>;
/** The first is the default. */
export const postSorts = ['hot', 'new', 'top'] as const;
export type PostSort = (typeof postSorts)[number];

/** Maximum number of pinned posts of a community. */
export const maxPinned = 5;

interface NewPost {
  readonly id: string;
  readonly forum: string;
  readonly title: string;
  readonly body: string;
  readonly author: Agent;
  readonly at: Date;
  readonly idempotency?: Idempotency | undefined;
}

interface PostEdit {
  readonly id: string;
  readonly title?: string;
  readonly body?: string;
  /** The editing agent. */
  readonly author: Agent;
  readonly at: Date;
}

interface PostListOptions {
  /** Name of a community; undefined for all communities. */
  readonly forum?: string | undefined;
  readonly sort: PostSort;
  readonly limit: number;
  readonly offset?: number;
  /** Position of the last entry of the previous page. */
  readonly after?: ForumPosition | undefined;
}

export function createPostStore(db: Kysely<ForumDatabase>, limiter: WriteLimiter) {
  const find = (of: Kysely<ForumDatabase>, id: string): Promise<PostRow | undefined> =>
    of
      .selectFrom('forum.posts')
      .select(postColumns)
      .where('bucket', '=', bucketOfId(id))
      .where('id', '=', id)
      .executeTakeFirst();

  return {
    /**
     * @returns the new post, or the one that the Idempotency-Key created earlier
     */
    create: ({ idempotency, ...post }: NewPost) =>
      inWriteTransaction<ForumDatabase, PostRow>(db, async (trx) => {
        const { id, forum, title, body, author, at } = post;
        const earlier =
          idempotency && (await claimIdempotencyKey(trx, { ...idempotency, fingerprint: author.jkt, id, at }));
        if (isRefusal(earlier)) return earlier;
        if (earlier !== undefined) return (await find(trx, earlier)) ?? refuse('createdPostDeleted', earlier);
        const ownerSince = await limiter.lockOwner(trx, post);
        const write = { kind: 'posts', author, at, ownerSince } as const;
        const refused =
          (await refuseBanned(trx, { author, at, forum })) ??
          (await limiter.admit(trx, { ...write, forum, text: body, contentId: id }));
        if (refused) return refused;
        const counted = await trx
          .updateTable('forum.forums')
          .set((eb) => ({ post_count: eb('post_count', '+', 1) }))
          .where('name', '=', forum)
          .executeTakeFirst();
        if (counted.numUpdatedRows === 0n) return refuse('forumNotFound', forum);
        const created = await trx
          .insertInto('forum.posts')
          .values({
            bucket: bucketOfId(id),
            id,
            forum,
            title,
            body,
            fingerprint: author.jkt,
            owner: author.sub,
            helper_of: [...(author.helperOf ?? [])],
            score: 0,
            comment_count: 0,
            reply_count: 0,
            created_at: at,
            edited_at: null,
            hidden_at: null,
            locked_at: null,
            pinned_at: null,
            deleted_at: null,
          })
          .returning(postColumns)
          .executeTakeFirstOrThrow();
        return (await limiter.record(trx, write, { posts: 1 })) ?? created;
      }),

    find: (id: string): Promise<PostRow | undefined> => find(db, id),

    /** Returns the times of the newest posts, newest first. */
    listTimes: (limit: number): Promise<Pick<PostRow, 'id' | 'created_at' | 'edited_at'>[]> =>
      db
        .selectFrom('forum.posts')
        .select(['id', 'created_at', 'edited_at'])
        .where('hidden_at', 'is', null)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    /** Returns the titles of posts. */
    listTitles: (ids: readonly string[]): Promise<Pick<PostRow, 'id' | 'title' | 'hidden_at' | 'deleted_at'>[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('forum.posts')
            .select(['id', 'title', 'hidden_at', 'deleted_at'])
            .where('bucket', 'in', [...new Set(ids.map(bucketOfId))])
            .where('id', 'in', [...ids])
            .execute(),

    /**
     * Edits a post and marks it as edited.
     */
    update: ({ id, author, at, ...text }: PostEdit) =>
      inWriteTransaction<ForumDatabase, PostRow>(db, async (trx) => {
        const ownerSince = await limiter.lockOwner(trx, { author, at });
        const post = await trx
          .selectFrom('forum.posts')
          .select(['fingerprint', 'owner', 'created_at', 'forum', 'body', 'hidden_at'])
          .where('bucket', '=', bucketOfId(id))
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (post === undefined) return refuse('postNotFound', id);
        const published = text.body === post.body ? undefined : text.body;
        const target = { forum: post.forum, text: published, contentId: id };
        const write = { kind: 'edits', author, at, ownerSince } as const;
        const refused =
          refuseEdit(post, author, at) ??
          (post.hidden_at === null ? undefined : refuse('contentHidden', 'post', id)) ??
          (await refuseBanned(trx, { author, at, forum: post.forum })) ??
          (await limiter.admit(trx, { ...write, ...target })) ??
          (await limiter.record(trx, write));
        if (refused) return refused;
        return trx
          .updateTable('forum.posts')
          .set({ ...text, edited_at: at })
          .where('bucket', '=', bucketOfId(id))
          .where('id', '=', id)
          .returning(postColumns)
          .executeTakeFirstOrThrow();
      }),

    /** Deletes a post and its votes. A concurrent comment either prevents the deletion or finds no post. */
    delete: (id: string, agent: Agent, at: Date) =>
      inWriteTransaction<ForumDatabase, undefined>(db, async (trx) => {
        // Comments and votes lock the same row.
        const post = await trx
          .selectFrom('forum.posts')
          .select(['id', 'forum', 'fingerprint', 'owner', 'comment_count'])
          .where('bucket', '=', bucketOfId(id))
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .forUpdate()
          .executeTakeFirst();
        if (post === undefined) return refuse('postNotFound', id);
        if (post.fingerprint !== agent.jkt) return refuse('notAuthor', 'the agent that wrote a post may delete it');
        if (post.comment_count > 0) return refuse('hasComments');
        await removePost(trx, post, at);
        await recordWrite(trx, agent, at);
        return undefined;
      }),

    /** Returns one page in the order of `sort`; equal entries come newest first. */
    list: ({ forum, sort, limit, offset = 0, after }: PostListOptions): Promise<PostRow[]> => {
      // The ids come from the index of this order and community; otherwise the planner may scan the posts of all
      // communities to find those of one.
      let page = db
        .selectFrom('forum.posts')
        .select('id')
        .where('hidden_at', 'is', null)
        .orderBy(orders[sort])
        .limit(limit)
        .offset(offset);
      if (forum !== undefined) page = page.where('forum', '=', forum);
      if (after !== undefined) page = page.where(follows(sort, after));
      return db.selectFrom('forum.posts').select(postColumns).where('id', 'in', page).orderBy(orders[sort]).execute();
    },

    /** Returns the pinned posts of a community, the last pinned first. */
    listPinned: (forum: string): Promise<PostRow[]> =>
      db
        .selectFrom('forum.posts')
        .select(postColumns)
        .where('forum', '=', forum)
        .where('pinned_at', 'is not', null)
        .where('hidden_at', 'is', null)
        .orderBy('pinned_at', 'desc')
        .orderBy('id', 'desc')
        .limit(maxPinned)
        .execute(),

    /** Returns an agent's latest posts, newest first. */
    listByAgent: (fingerprint: string, limit: number): Promise<PostRow[]> => {
      const page = db
        .selectFrom('forum.posts')
        .select('id')
        .where('fingerprint', '=', fingerprint)
        .where('hidden_at', 'is', null);
      return db
        .selectFrom('forum.posts')
        .select(postColumns)
        .where('id', 'in', page.orderBy('id', 'desc').limit(limit))
        .orderBy('id', 'desc')
        .execute();
    },
  };
}

const orders = {
  hot: sql`hot_rank desc, id desc`,
  new: sql`id desc`,
  top: sql`score desc, id desc`,
};

/** Compares rows with the position; PostgreSQL uses the index of the order for it. */
function follows(sort: PostSort, { key, id }: ForumPosition) {
  switch (sort) {
    case 'hot':
      return sql<boolean>`(hot_rank, id) < (${key}::double precision, ${id}::uuid)`;
    case 'top':
      return sql<boolean>`(score, id) < (${key}::integer, ${id}::uuid)`;
    case 'new':
      return sql<boolean>`id < ${id}::uuid`;
  }
}

/** Columns of a post that its removal needs. */
type RemovedPost = Pick<
  Selectable<ForumDatabase['forum.posts']>,
  'id' | 'forum' | 'fingerprint' | 'owner' | 'comment_count'
>;

/** The texts of a deleted post that has comments. */
const tombstone = '[deleted]';

/** Deletes a locked post with its votes and its karma; with comments it stays as a tombstone, out of all lists. */
export async function removePost(
  trx: Transaction<ForumDatabase>,
  { id, forum, fingerprint, owner, ...post }: RemovedPost,
  at: Date,
): Promise<void> {
  const bucket = bucketOfId(id);
  const { rows } = await sql<{ karma: number }>`
    with deleted as (
      delete from forum.votes where bucket = ${bucket} and post_id = ${id} and target_id = ${id} returning owner, value
    )
    select coalesce(sum(value), 0) as karma from deleted where owner <> ${owner}`.execute(trx);
  if (post.comment_count > 0) {
    await trx
      .updateTable('forum.posts')
      .set({ title: tombstone, body: tombstone, score: 0, hidden_at: at, pinned_at: null, deleted_at: at })
      .where('bucket', '=', bucket)
      .where('id', '=', id)
      .execute();
  } else {
    await trx.deleteFrom('forum.posts').where('bucket', '=', bucket).where('id', '=', id).execute();
  }
  await closeReports(trx, id);
  await trx
    .updateTable('forum.forums')
    .set((eb) => ({ post_count: eb('post_count', '-', 1) }))
    .where('name', '=', forum)
    .execute();
  await creditAgent(trx, fingerprint, { posts: -1, karma: -(rows[0]?.karma ?? 0) });
}
