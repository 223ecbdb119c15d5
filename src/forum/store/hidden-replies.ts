import { type Kysely, sql } from 'kysely';
import type { ForumDatabase } from '../database.ts';

/** Replies of every level below a comment that are not shown, by its id. */
export type HiddenReplies = ReadonlyMap<string, { readonly count: number; readonly complete: boolean }>;

export interface ShownThread {
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
    const idsOf = (ids: readonly string[]) => sql`${`{${ids.join(',')}}`}::uuid[]`;
    // The limit ends the recursion: rows of a recursive query are computed as they are read.
    const { rows } = await sql<{ root: string; count: number }>`
      with recursive hidden (id, root) as (
        select reply.id, parent.id from unnest(${idsOf(parentIds)}) as parent (id)
        cross join lateral (
          select id from forum.comments
          where post_id = ${postId} and parent_id = parent.id and id <> all (${idsOf(shownIds)})
        ) as reply
        union all
        select reply.id, hidden.root from hidden
        cross join lateral (
          select id from forum.comments where post_id = ${postId} and parent_id = hidden.id
        ) as reply
      )
      select root, count(*)::integer as count from (select root from hidden limit ${limit + 1}) as counted
      group by root`.execute(db);
    const complete = rows.reduce((sum, { count }) => sum + count, 0) <= limit;
    return new Map(rows.map(({ root, count }) => [root, { count, complete }]));
  };
