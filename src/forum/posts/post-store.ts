import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Agent } from '../people/agent.ts';
import { requireEditable } from '../writes/editing.ts';
import { contentHidden, createdPostDeleted, forumNotFound, postNotFound } from '../errors.ts';
import type { Idempotency } from '../writes/text.ts';
import type { ForumPosition } from '../reads/position.ts';
import type { ForumDatabase, PostTable } from '../database.ts';
import { creditAgent, recordWrite } from '../people/agent-store.ts';
import { requireNotBanned } from '../moderation/ban-store.ts';
import { claimIdempotencyKey, type WriteLimiter } from '../writes/write-store.ts';
import { closeReports } from '../moderation/report-store.ts';

export type PostRow = Selectable<PostTable>;
/** The first is the default. */
export const postSorts = ['hot', 'new', 'top'] as const;
export type PostSort = (typeof postSorts)[number];

/** Maximum number of pinned posts of a community. */
export const maxPinned = 5;

export interface NewPost {
  readonly id: string;
  readonly forum: string;
  readonly title: string;
  readonly body: string;
  readonly author: Agent;
  readonly at: Date;
  readonly idempotency?: Idempotency | undefined;
}

export interface PostEdit {
  readonly id: string;
  readonly title?: string;
  readonly body?: string;
  /** The editing agent. */
  readonly author: Agent;
  readonly at: Date;
}

export interface PostListOptions {
  /** Name of a community; undefined for all communities. */
  readonly forum?: string | undefined;
  readonly sort: PostSort;
  readonly limit: number;
  readonly offset?: number;
  /** Position of the last entry of the previous page. */
  readonly after?: ForumPosition | undefined;
}

export type Deletion = 'deleted' | 'absent' | 'not_author' | 'has_comments';

export function createPostStore(db: Kysely<ForumDatabase>, limiter: WriteLimiter) {
  const find = (of: Kysely<ForumDatabase>, id: string): Promise<PostRow | undefined> =>
    of.selectFrom('forum.posts').selectAll().where('id', '=', id).executeTakeFirst();

  return {
    /**
     * @returns the new post, or the one that the Idempotency-Key created earlier
     * @throws DomainError when the community does not exist, or the write is refused
     */
    create: ({ idempotency, ...post }: NewPost): Promise<PostRow> =>
      db.transaction().execute(async (trx) => {
        const { id, forum, title, body, author, at } = post;
        const earlier =
          idempotency && (await claimIdempotencyKey(trx, { ...idempotency, fingerprint: author.jkt, id, at }));
        if (earlier !== undefined) {
          const existing = await find(trx, earlier);
          if (existing === undefined) throw createdPostDeleted(earlier);
          return existing;
        }
        const ownerSince = await limiter.lockOwner(trx, post);
        await requireNotBanned(trx, { author, at, forum });
        await limiter.admit(trx, { kind: 'posts', author, at, ownerSince, forum, text: body, contentId: id });
        const counted = await trx
          .updateTable('forum.forums')
          .set((eb) => ({ post_count: eb('post_count', '+', 1) }))
          .where('name', '=', forum)
          .executeTakeFirst();
        if (counted.numUpdatedRows === 0n) throw forumNotFound(forum);
        const created = await trx
          .insertInto('forum.posts')
          .values({
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
          .returningAll()
          .executeTakeFirstOrThrow();
        await recordWrite(trx, author, at, { posts: 1 });
        return created;
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
            .where('id', 'in', [...ids])
            .execute(),

    /**
     * Edits a post and marks it as edited.
     *
     * @throws DomainError when it does not exist or may not be edited
     */
    update: ({ id, author, at, ...text }: PostEdit): Promise<PostRow> =>
      db.transaction().execute(async (trx) => {
        const ownerSince = await limiter.lockOwner(trx, { author, at });
        const post = await trx
          .selectFrom('forum.posts')
          .select(['fingerprint', 'owner', 'created_at', 'forum', 'body', 'hidden_at'])
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (post === undefined) throw postNotFound(id);
        requireEditable(post, author, at);
        if (post.hidden_at !== null) throw contentHidden('post', id);
        await requireNotBanned(trx, { author, at, forum: post.forum });
        const published = text.body === post.body ? undefined : text.body;
        const target = { forum: post.forum, text: published, contentId: id };
        await limiter.admit(trx, { kind: 'edits', author, at, ownerSince, ...target });
        await recordWrite(trx, author, at);
        return trx
          .updateTable('forum.posts')
          .set({ ...text, edited_at: at })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
      }),

    /** Deletes a post and its votes. A concurrent comment either prevents the deletion or finds no post. */
    delete: (id: string, agent: Agent, at: Date): Promise<Deletion> =>
      db.transaction().execute(async (trx) => {
        // Comments and votes lock the same row.
        const post = await trx
          .selectFrom('forum.posts')
          .select(['id', 'forum', 'fingerprint', 'owner', 'comment_count'])
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .forUpdate()
          .executeTakeFirst();
        if (post === undefined) return 'absent';
        if (post.fingerprint !== agent.jkt) return 'not_author';
        if (post.comment_count > 0) return 'has_comments';
        await removePost(trx, post, at);
        await recordWrite(trx, agent, at);
        return 'deleted';
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
      return db.selectFrom('forum.posts').selectAll().where('id', 'in', page).orderBy(orders[sort]).execute();
    },

    /** Returns the pinned posts of a community, the last pinned first. */
    listPinned: (forum: string): Promise<PostRow[]> =>
      db
        .selectFrom('forum.posts')
        .selectAll()
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
        .selectAll()
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
export type RemovedPost = Pick<Selectable<PostTable>, 'id' | 'forum' | 'fingerprint' | 'owner' | 'comment_count'>;

/** The texts of a deleted post that has comments. */
const tombstone = '[deleted]';

/** Deletes a locked post with its votes and its karma; with comments it stays as a tombstone, out of all lists. */
export async function removePost(
  trx: Transaction<ForumDatabase>,
  { id, forum, fingerprint, owner, ...post }: RemovedPost,
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ karma: number }>`
    with deleted as (delete from forum.votes where post_id = ${id} and target_id = ${id} returning owner, value)
    select coalesce(sum(value), 0) as karma from deleted where owner <> ${owner}`.execute(trx);
  if (post.comment_count > 0) {
    await trx
      .updateTable('forum.posts')
      .set({ title: tombstone, body: tombstone, score: 0, hidden_at: at, pinned_at: null, deleted_at: at })
      .where('id', '=', id)
      .execute();
  } else {
    await trx.deleteFrom('forum.posts').where('id', '=', id).execute();
  }
  await closeReports(trx, id);
  await trx
    .updateTable('forum.forums')
    .set((eb) => ({ post_count: eb('post_count', '-', 1) }))
    .where('name', '=', forum)
    .execute();
  await creditAgent(trx, fingerprint, { posts: -1, karma: -(rows[0]?.karma ?? 0) });
}
