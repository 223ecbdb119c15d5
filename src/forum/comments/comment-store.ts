import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { bucketOfId, withBucket } from '../../runtime/database/bucket.ts';
import { inWriteTransaction, isRefusal } from '../../runtime/database/queries.ts';
import { commentColumns, type ForumDatabase } from '../database.ts';
import { type Agent, recordWrite } from '../people/agent-store.ts';
import { isOwn, refuse, refuseEdit } from '../writes/refusal.ts';
import type { Idempotency } from '../writes/text.ts';
import type { ForumPosition } from '../reads/position.ts';
import { refuseBanned } from '../moderation/ban-store.ts';
import { lockComment, removeComment } from './comment-removal-store.ts';
import { claimIdempotencyKey, type WriteLimiter } from '../writes/write-store.ts';

export type CommentRow = Selectable<ForumDatabase['forum.comments']>;
/** The first is the default. */
export const commentSorts = ['top', 'new'] as const;
export type CommentSort = (typeof commentSorts)[number];

interface NewComment {
  readonly id: string;
  readonly postId: string;
  readonly parentId: string | undefined;
  readonly body: string;
  readonly author: Agent;
  readonly at: Date;
  readonly idempotency?: Idempotency | undefined;
}

interface CommentEdit {
  readonly id: string;
  readonly body: string;
  /** The editing agent. */
  readonly author: Agent;
  readonly at: Date;
}

interface CommentListOptions {
  readonly postId: string;
  /** Parent comment; undefined for direct replies to the post. */
  readonly parentId: string | undefined;
  readonly sort: CommentSort;
  readonly limit: number;
  /** Position of the last entry of the previous page. */
  readonly after?: ForumPosition | undefined;
}

interface ReplyLevel {
  readonly postId: string;
  readonly parentIds: readonly string[];
  readonly sort: CommentSort;
  readonly limit: number;
}

export function createCommentStore(db: Kysely<ForumDatabase>, limiter: WriteLimiter) {
  const find = (of: Kysely<ForumDatabase>, postId: string, id: string): Promise<CommentRow | undefined> =>
    of
      .selectFrom('forum.comments')
      .select(commentColumns)
      .where('bucket', '=', bucketOfId(postId))
      .where('post_id', '=', postId)
      .where('id', '=', id)
      .executeTakeFirst();

  return {
    /**
     * @returns the new comment, or the one that the Idempotency-Key created earlier
     */
    create: ({ idempotency, ...write }: NewComment) =>
      inWriteTransaction<ForumDatabase, CommentRow>(db, async (trx) => {
        const { postId, parentId, body, author, at } = write;
        const bucket = bucketOfId(postId);
        const id = withBucket(write.id, bucket);
        const earlier =
          idempotency && (await claimIdempotencyKey(trx, { ...idempotency, fingerprint: author.jkt, id, at }));
        if (isRefusal(earlier)) return earlier;
        if (earlier !== undefined)
          return (await find(trx, postId, earlier)) ?? refuse('createdCommentDeleted', earlier);
        const ownerSince = await limiter.lockOwner(trx, write);
        // The lock orders this comment against a deletion of the post, and against other comments for the counts.
        const post = await trx
          .selectFrom('forum.posts')
          .select(['forum', 'hidden_at', 'locked_at'])
          .where('bucket', '=', bucket)
          .where('id', '=', postId)
          .where('deleted_at', 'is', null)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (post === undefined) return refuse('postNotFound', postId);
        const target = { forum: post.forum, text: body, contentId: id };
        const counted = { kind: 'comments', author, at, ownerSince } as const;
        const refused =
          (await refuseBanned(trx, { author, at, forum: post.forum })) ??
          (post.hidden_at === null ? undefined : refuse('contentHidden', 'post', postId)) ??
          (post.locked_at === null ? undefined : refuse('postLocked', postId)) ??
          (await limiter.admit(trx, { ...counted, ...target }));
        if (refused) return refused;
        if (parentId !== undefined) {
          const parent = await trx
            .updateTable('forum.comments')
            .set((eb) => ({ reply_count: eb('reply_count', '+', 1) }))
            .where('bucket', '=', bucket)
            .where('post_id', '=', postId)
            .where('id', '=', parentId)
            .where('deleted_at', 'is', null)
            .returning('hidden_at')
            .executeTakeFirst();
          if (parent === undefined) return refuse('parentNotFound', postId, parentId);
          if (parent.hidden_at !== null) return refuse('contentHidden', 'comment', parentId);
        }
        const comment = await trx
          .insertInto('forum.comments')
          .values({
            bucket,
            id,
            post_id: postId,
            parent_id: parentId ?? null,
            body,
            fingerprint: author.jkt,
            owner: author.sub,
            helper_of: [...(author.helperOf ?? [])],
            score: 0,
            reply_count: 0,
            created_at: at,
            edited_at: null,
            deleted_at: null,
            hidden_at: null,
          })
          .returning(commentColumns)
          .executeTakeFirstOrThrow();
        await trx
          .updateTable('forum.posts')
          .set((eb) => ({
            comment_count: eb('comment_count', '+', 1),
            reply_count: eb('reply_count', '+', parentId === undefined ? 1 : 0),
          }))
          .where('bucket', '=', bucket)
          .where('id', '=', postId)
          .execute();
        return (await limiter.record(trx, counted, { comments: 1 })) ?? comment;
      }),

    /**
     * Edits a comment and marks it as edited.
     */
    update: ({ id, body, author, at }: CommentEdit) =>
      inWriteTransaction<ForumDatabase, CommentRow>(db, async (trx) => {
        const ownerSince = await limiter.lockOwner(trx, { author, at });
        const comment = await lockComment(trx, id);
        if (comment === undefined) return refuse('commentNotFound', id);
        const { forum } = await trx
          .selectFrom('forum.posts')
          .select('forum')
          .where('bucket', '=', comment.bucket)
          .where('id', '=', comment.post_id)
          .executeTakeFirstOrThrow();
        const published = body === comment.body ? undefined : body;
        const write = { kind: 'edits', author, at, ownerSince } as const;
        const refused =
          refuseEdit(comment, author, at) ??
          (comment.hidden_at === null ? undefined : refuse('contentHidden', 'comment', id)) ??
          (await refuseBanned(trx, { author, at, forum })) ??
          (await limiter.admit(trx, { ...write, forum, text: published, contentId: id })) ??
          (await limiter.record(trx, write));
        if (refused) return refused;
        return trx
          .updateTable('forum.comments')
          .set({ body, edited_at: at })
          .where('bucket', '=', comment.bucket)
          .where('post_id', '=', comment.post_id)
          .where('id', '=', id)
          .returning(commentColumns)
          .executeTakeFirstOrThrow();
      }),

    /**
     * Deletes a comment and its votes. With replies it stays as a tombstone without text. A concurrent reply either comes
     * first, or finds no comment.
     */
    delete: (id: string, author: Agent, at: Date) =>
      inWriteTransaction<ForumDatabase, undefined>(db, async (trx) => {
        await limiter.lockOwner(trx, { author, at });
        const comment = await lockComment(trx, id);
        if (comment === undefined) return refuse('commentNotFound', id);
        if (!isOwn(comment, author))
          return refuse('notAuthor', 'an agent of the owner of its author may delete a comment');
        await recordWrite(trx, author, at);
        await removeComment(trx, comment, at);
        return undefined;
      }),

    find: (postId: string, id: string): Promise<CommentRow | undefined> => find(db, postId, id),

    /** Returns one page of the direct replies to a post or a comment. */
    list: ({ postId, parentId, sort, limit, after }: CommentListOptions): Promise<CommentRow[]> => {
      let page = db
        .selectFrom('forum.comments')
        .select('id')
        .where('bucket', '=', bucketOfId(postId))
        .where('post_id', '=', postId)
        .where('parent_id', parentId === undefined ? 'is' : '=', parentId ?? null)
        // Constant here; without it the planner does not use the order of the index for "is null".
        .orderBy('parent_id')
        .orderBy(orders[sort])
        .limit(limit);
      if (after !== undefined) page = page.where(follows(sort, after));
      return readRows(db, postId, sort, sql`${page}`);
    },

    /** Returns the first replies to several comments, sorted over all of them. */
    listReplies: ({ postId, parentIds, sort, limit }: ReplyLevel): Promise<CommentRow[]> => {
      // Reads the index up to the limit for each parent, so that a parent with very many replies costs no more.
      const page = sql`(
        select reply.id from unnest(${`{${parentIds.join(',')}}`}::uuid[]) as parent (id)
        cross join lateral (
          select score, id from forum.comments
          where bucket = ${bucketOfId(postId)} and post_id = ${postId} and parent_id = parent.id
          order by ${orders[sort]} limit ${limit}
        ) as reply
        order by ${sort === 'top' ? sql`reply.score desc, reply.id desc` : sql`reply.id desc`} limit ${limit}
      )`;
      return readRows(db, postId, sort, page);
    },

    /** Returns an agent's latest comments, newest first. */
    listByAgent: (fingerprint: string, limit: number): Promise<CommentRow[]> => {
      const page = db
        .selectFrom('forum.comments')
        .select('id')
        .where('fingerprint', '=', fingerprint)
        .where('hidden_at', 'is', null);
      return db
        .selectFrom('forum.comments')
        .select(commentColumns)
        .where('id', 'in', page.orderBy('id', 'desc').limit(limit))
        .orderBy('id', 'desc')
        .execute();
    },
  };
}

export type CommentStore = ReturnType<typeof createCommentStore>;

const orders = {
  top: sql`score desc, id desc`,
  new: sql`id desc`,
};

/**
 * Reads comments of one post by their ids. The ids come from the index of the order; `offset 0` keeps the planner from
 * reading all comments of the post instead.
 */
async function readRows(
  db: Kysely<ForumDatabase>,
  postId: string,
  sort: CommentSort,
  page: RawBuilder<unknown>,
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${sql.join(commentColumns.map((column) => sql.ref(`comment.${column}`)))} from ${page} as page
    cross join lateral (
      select ${sql.join(commentColumns.map((column) => sql.ref(column)))} from forum.comments
      where bucket = ${bucketOfId(postId)} and post_id = ${postId} and id = page.id offset 0
    ) as comment
    order by ${orders[sort]}`.execute(db);
  return rows;
}

function follows(sort: CommentSort, { key, id }: ForumPosition) {
  return sort === 'top' ? sql<boolean>`(score, id) < (${key}::integer, ${id}::uuid)` : sql<boolean>`id < ${id}::uuid`;
}

/** Replies of every level below a comment that are not shown, by its id. */
export type HiddenReplies = ReadonlyMap<string, { readonly count: number; readonly complete: boolean }>;

interface ShownThread {
  readonly postId: string;
  /** Comments whose replies are not all shown. */
  readonly parentIds: readonly string[];
  readonly shownIds: readonly string[];
}

/** Maximum number of replies that are counted for one page. */
const maxCounted = 1_000;

/** Creates the function that counts hidden replies. Counts are incomplete when the page hides more than the maximum. */
export const createHiddenReplyCount =
  (db: Kysely<ForumDatabase>, limit = maxCounted) =>
  async ({ postId, parentIds, shownIds }: ShownThread): Promise<HiddenReplies> => {
    if (parentIds.length === 0) return new Map();
    const bucket = bucketOfId(postId);
    const idsOf = (ids: readonly string[]) => sql`${`{${ids.join(',')}}`}::uuid[]`;
    // The limit ends the recursion: rows of a recursive query are computed as they are read.
    const { rows } = await sql<{ root: string; count: number }>`
      with recursive hidden (id, root) as (
        select reply.id, parent.id from unnest(${idsOf(parentIds)}) as parent (id)
        cross join lateral (
          select id from forum.comments
          where bucket = ${bucket} and post_id = ${postId} and parent_id = parent.id and id <> all (${idsOf(shownIds)})
        ) as reply
        union all
        select reply.id, hidden.root from hidden
        cross join lateral (
          select id from forum.comments
          where bucket = ${bucket} and post_id = ${postId} and parent_id = hidden.id
        ) as reply
      )
      select root, count(*)::integer as count from (select root from hidden limit ${limit + 1}) as counted
      group by root`.execute(db);
    const complete = rows.reduce((sum, { count }) => sum + count, 0) <= limit;
    return new Map(rows.map(({ root, count }) => [root, { count, complete }]));
  };
