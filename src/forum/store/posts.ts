import { type Kysely, type Selectable, sql } from 'kysely';
import type { Agent } from '../agent.ts';
import type { Position } from '../cursor.ts';
import type { ForumDatabase, PostTable } from '../database.ts';
import { agentWrote, creditAgent } from './agents.ts';

export type PostRow = Selectable<PostTable>;
/** The first is what is shown without being asked. */
export const postSorts = ['hot', 'new', 'top'] as const;
export type PostSort = (typeof postSorts)[number];

export interface NewPost {
  readonly id: string;
  readonly forum: string;
  readonly title: string;
  readonly body: string;
  readonly author: Agent;
  readonly at: Date;
}

export interface PostPage {
  /** Name of a community; all of them when undefined. */
  readonly forum?: string | undefined;
  readonly sort: PostSort;
  readonly limit: number;
  readonly offset?: number;
  /** The last entry of the page before. */
  readonly after?: Position | undefined;
}

export type Deletion = 'deleted' | 'absent' | 'not_author' | 'has_comments';

export function createPostStore(db: Kysely<ForumDatabase>) {
  return {
    /** @returns the new post, or undefined when there is no such community. */
    create: ({ id, forum, title, body, author, at }: NewPost): Promise<PostRow | undefined> =>
      db.transaction().execute(async (trx) => {
        const counted = await trx
          .updateTable('forum.forums')
          .set((eb) => ({ post_count: eb('post_count', '+', 1) }))
          .where('name', '=', forum)
          .executeTakeFirst();
        if (counted.numUpdatedRows === 0n) return undefined;
        const post = await trx
          .insertInto('forum.posts')
          .values({
            id,
            forum,
            title,
            body,
            fingerprint: author.jkt,
            owner: author.sub,
            score: 0,
            comment_count: 0,
            reply_count: 0,
            created_at: at,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await agentWrote(trx, author, at, { posts: 1 });
        return post;
      }),

    find: (id: string): Promise<PostRow | undefined> =>
      db.selectFrom('forum.posts').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Votes go with the post; a comment written at the same moment either comes first and keeps it, or finds it gone. */
    delete: (id: string, agent: Agent, at: Date): Promise<Deletion> =>
      db.transaction().execute(async (trx) => {
        // Comments and votes lock the same row, so whoever is first decides.
        const post = await trx
          .selectFrom('forum.posts')
          .select(['forum', 'fingerprint', 'score', 'comment_count'])
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (post === undefined) return 'absent';
        if (post.fingerprint !== agent.jkt) return 'not_author';
        if (post.comment_count > 0) return 'has_comments';
        await trx.deleteFrom('forum.posts').where('id', '=', id).execute();
        await trx
          .updateTable('forum.forums')
          .set((eb) => ({ post_count: eb('post_count', '-', 1) }))
          .where('name', '=', post.forum)
          .execute();
        await agentWrote(trx, agent, at);
        await creditAgent(trx, agent.jkt, { posts: -1, karma: -post.score });
        return 'deleted';
      }),

    /** In the order of `sort`; entries that compare equal come newest first. */
    list: ({ forum, sort, limit, offset = 0, after }: PostPage): Promise<PostRow[]> => {
      // Ids alone come from the index of this very order and community; the planner might else walk through the posts
      // of all communities in search of one community's.
      let page = db.selectFrom('forum.posts').select('id').orderBy(orders[sort]).limit(limit).offset(offset);
      if (forum !== undefined) page = page.where('forum', '=', forum);
      if (after !== undefined) page = page.where(follows(sort, after));
      return db.selectFrom('forum.posts').selectAll().where('id', 'in', page).orderBy(orders[sort]).execute();
    },

    /** An agent's latest, newest first. */
    listByAgent: (fingerprint: string, limit: number): Promise<PostRow[]> => {
      const page = db.selectFrom('forum.posts').select('id').where('fingerprint', '=', fingerprint);
      return db
        .selectFrom('forum.posts')
        .selectAll()
        .where('id', 'in', page.orderBy('id', 'desc').limit(limit))
        .orderBy('id', 'desc')
        .execute();
    },
  };
}

export type PostStore = ReturnType<typeof createPostStore>;

const orders = {
  hot: sql`hot_rank desc, id desc`,
  new: sql`id desc`,
  top: sql`score desc, id desc`,
};

/** Row comparison, which PostgreSQL answers from the index of the order. */
function follows(sort: PostSort, { key, id }: Position) {
  switch (sort) {
    case 'hot':
      return sql<boolean>`(hot_rank, id) < (${key}::double precision, ${id}::uuid)`;
    case 'top':
      return sql<boolean>`(score, id) < (${key}::integer, ${id}::uuid)`;
    case 'new':
      return sql<boolean>`id < ${id}::uuid`;
  }
}
