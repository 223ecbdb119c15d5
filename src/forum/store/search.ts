import { type Kysely, sql } from 'kysely';
import type { ForumDatabase } from '../database.ts';
import type { ForumRow } from './forums.ts';

/** A post, or a comment with the title and community of its post. */
export interface SearchRow {
  readonly kind: 'post' | 'comment';
  readonly id: string;
  readonly post_id: string;
  readonly forum: string;
  readonly title: string;
  readonly body: string;
  readonly fingerprint: string;
  readonly owner: string;
  readonly score: number;
  readonly created_at: Date;
}

/** The greatest id. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The newest matches up to an id; a page ranks among them. */
export interface SearchWindow {
  readonly text: string;
  /** Inclusive upper bound of ids; undefined for the newest. */
  readonly upTo: string | undefined;
  readonly size: number;
}

export interface SearchWindowRows {
  readonly rows: readonly SearchRow[];
  /** Ids of the newest and the oldest match of the window. */
  readonly newest: string | undefined;
  readonly oldest: string | undefined;
  /** Number of matches in the window. */
  readonly found: number;
}

export interface SearchPageOptions extends SearchWindow {
  readonly offset: number;
  readonly limit: number;
}

export function createSearchStore(db: Kysely<ForumDatabase>) {
  return {
    /**
     * Ranks the newest matches and returns one page of them. The bound on the number of matches keeps a common word as
     * cheap as a rare one.
     */
    searchTexts: async ({ text, upTo, size, offset, limit }: SearchPageOptions): Promise<SearchWindowRows> => {
      const query = sql`websearch_to_tsquery('simple', ${text})`;
      const bound = upTo ?? lastId;
      const { rows } = await sql<{
        found: number;
        newest: string | null;
        oldest: string | null;
        hits: readonly (Omit<SearchRow, 'created_at'> & { readonly created_at: string })[] | null;
      }>`
        with matching as materialized (
          select 'post' as kind, id, id as post_id
          from forum.newest_matching_posts(${query}, ${bound}, ${size}) as id
          union all
          select 'comment', comment.id, comment.post_id
          from forum.newest_matching_comments(${query}, ${bound}, ${size}) as found
          cross join lateral (select id, post_id from forum.comments where id = found offset 0) as comment
        ), candidates as materialized (
          select * from matching order by id desc limit ${size}
        ), ranked as (
          select candidate.kind, candidate.id, candidate.post_id, post.forum,
            case when post.hidden_at is null then post.title else '[hidden]' end as title,
            coalesce(comment.body, post.body) as body,
            coalesce(comment.fingerprint, post.fingerprint) as fingerprint,
            coalesce(comment.owner, post.owner) as owner,
            coalesce(comment.score, post.score) as score,
            coalesce(comment.created_at, post.created_at) as created_at,
            ts_rank(
              case when comment.id is null
                then setweight(to_tsvector('simple', post.title), 'A') || to_tsvector('simple', post.body)
                else to_tsvector('simple', comment.body)
              end, ${query}) as rank
          from candidates as candidate
          cross join lateral (select * from forum.posts where id = candidate.post_id offset 0) as post
          left join lateral (
            select * from forum.comments
            where candidate.kind = 'comment' and post_id = candidate.post_id and id = candidate.id offset 0
          ) as comment on true
          order by rank desc, candidate.id desc offset ${offset} limit ${limit}
        )
        select (select count(*) from candidates) as found,
          (select id from candidates order by id desc limit 1) as newest,
          (select id from candidates order by id limit 1) as oldest,
          (select json_agg(ranked order by rank desc, id desc) from ranked) as hits`.execute(db);
      const [row] = rows;
      return {
        found: row?.found ?? 0,
        newest: row?.newest ?? undefined,
        oldest: row?.oldest ?? undefined,
        rows: (row?.hits ?? []).map((hit) => ({ ...hit, created_at: new Date(hit.created_at) })),
      };
    },

    /** Returns communities whose name contains a text, shortest name first. */
    searchForums: async (part: string, limit: number): Promise<ForumRow[]> =>
      db
        .selectFrom('forum.forums')
        .selectAll()
        .where(sql<boolean>`forum.name_parts(name) @> forum.name_parts(${part})`)
        .where(sql<boolean>`position(${part} in name) > 0`)
        .orderBy(sql`length(name)`)
        .orderBy('name')
        .limit(limit)
        .execute(),
  };
}

export type SearchStore = ReturnType<typeof createSearchStore>;
