import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Agent } from '../agent.ts';
import type { Position } from '../cursor.ts';
import type { CommentTable, ForumDatabase } from '../database.ts';
import { agentWrote } from './agents.ts';

export type CommentRow = Selectable<CommentTable>;
/** The first is what is shown without being asked. */
export const commentSorts = ['top', 'new'] as const;
export type CommentSort = (typeof commentSorts)[number];

export interface NewComment {
  readonly id: string;
  readonly postId: string;
  readonly parentId: string | undefined;
  readonly body: string;
  readonly author: Agent;
  readonly at: Date;
}

export interface CommentPage {
  readonly postId: string;
  /** The comment that is replied to; undefined for the post itself. */
  readonly parentId: string | undefined;
  readonly sort: CommentSort;
  readonly limit: number;
  /** The last entry of the page before. */
  readonly after?: Position | undefined;
}

export interface ReplyLevel {
  readonly postId: string;
  readonly parentIds: readonly string[];
  readonly sort: CommentSort;
  readonly limit: number;
}

export function createCommentStore(db: Kysely<ForumDatabase>) {
  return {
    /** @returns the new comment, or which of the things that it names does not exist. */
    create: ({
      id,
      postId,
      parentId,
      body,
      author,
      at,
    }: NewComment): Promise<CommentRow | 'post_absent' | 'parent_absent'> =>
      db.transaction().execute(async (trx) => {
        // Orders this comment against a deletion of the post, and against other comments for the counts.
        const post = await trx
          .selectFrom('forum.posts')
          .select('id')
          .where('id', '=', postId)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (post === undefined) return 'post_absent';
        if (parentId !== undefined) {
          const parent = await trx
            .updateTable('forum.comments')
            .set((eb) => ({ reply_count: eb('reply_count', '+', 1) }))
            .where('post_id', '=', postId)
            .where('id', '=', parentId)
            .executeTakeFirst();
          if (parent.numUpdatedRows === 0n) return 'parent_absent';
        }
        const comment = await trx
          .insertInto('forum.comments')
          .values({
            id,
            post_id: postId,
            parent_id: parentId ?? null,
            body,
            fingerprint: author.jkt,
            owner: author.sub,
            score: 0,
            reply_count: 0,
            created_at: at,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await trx
          .updateTable('forum.posts')
          .set((eb) => ({
            comment_count: eb('comment_count', '+', 1),
            reply_count: eb('reply_count', '+', parentId === undefined ? 1 : 0),
          }))
          .where('id', '=', postId)
          .execute();
        await agentWrote(trx, author, at, { comments: 1 });
        return comment;
      }),

    find: (postId: string, id: string): Promise<CommentRow | undefined> =>
      db.selectFrom('forum.comments').selectAll().where('post_id', '=', postId).where('id', '=', id).executeTakeFirst(),

    /** One page of the direct replies to a post or to a comment. */
    list: ({ postId, parentId, sort, limit, after }: CommentPage): Promise<CommentRow[]> => {
      let page = db
        .selectFrom('forum.comments')
        .select('id')
        .where('post_id', '=', postId)
        .where('parent_id', parentId === undefined ? 'is' : '=', parentId ?? null)
        // Equal for all; but "is null" alone does not tell the planner that the index is in the order asked for.
        .orderBy('parent_id')
        .orderBy(orders[sort])
        .limit(limit);
      if (after !== undefined) page = page.where(follows(sort, after));
      return rowsOf(db, postId, sort, sql`${page}`);
    },

    /** The first replies to any of several comments, in one order over all of them. */
    listReplies: ({ postId, parentIds, sort, limit }: ReplyLevel): Promise<CommentRow[]> => {
      // Each parent is read from the index up to the limit, so that one with very many replies costs no more.
      const page = sql`(
        select reply.id from unnest(${`{${parentIds.join(',')}}`}::uuid[]) as parent (id)
        cross join lateral (
          select score, id from forum.comments where post_id = ${postId} and parent_id = parent.id
          order by ${orders[sort]} limit ${limit}
        ) as reply
        order by ${sort === 'top' ? sql`reply.score desc, reply.id desc` : sql`reply.id desc`} limit ${limit}
      )`;
      return rowsOf(db, postId, sort, page);
    },

    /** An agent's latest, newest first. */
    listByAgent: (fingerprint: string, limit: number): Promise<CommentRow[]> => {
      const page = db.selectFrom('forum.comments').select('id').where('fingerprint', '=', fingerprint);
      return db
        .selectFrom('forum.comments')
        .selectAll()
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
 * Comments of one post by their ids. The ids come from the index of their order alone; `offset 0` keeps the planner
 * from turning that around, which would read all comments of a post to show the first of them.
 */
async function rowsOf(
  db: Kysely<ForumDatabase>,
  postId: string,
  sort: CommentSort,
  page: RawBuilder<unknown>,
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select comment.* from ${page} as page
    cross join lateral (
      select * from forum.comments where post_id = ${postId} and id = page.id offset 0
    ) as comment
    order by ${orders[sort]}`.execute(db);
  return rows;
}

function follows(sort: CommentSort, { key, id }: Position) {
  return sort === 'top' ? sql<boolean>`(score, id) < (${key}::integer, ${id}::uuid)` : sql<boolean>`id < ${id}::uuid`;
}
