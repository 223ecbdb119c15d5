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
  readonly helper_of: readonly string[];
  readonly score: number;
  readonly created_at: Date;
}

/** The smallest id. */
export const firstId = '00000000-0000-0000-0000-000000000000';
/** The greatest id. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Maximum number of searches for one page: a cursor can be made up, and must not cost more than four pages. */
const maxParts = 4;

/** The newest matches up to an id; a page ranks among them. */
export interface SearchWindow {
  readonly text: string;
  /** Inclusive upper bound of ids; undefined for the newest. */
  readonly upTo: string | undefined;
  /** Inclusive lower bound of a window whose first page was read; undefined while only the search decides where it ends. */
  readonly downTo?: string | undefined;
  readonly size: number;
}

export interface SearchWindowRows {
  readonly rows: readonly SearchRow[];
  /** Id of the newest text that was searched; undefined without texts. */
  readonly newest: string | undefined;
  /** Exclusive upper bound of the next window; undefined when all texts were searched. */
  readonly next: string | undefined;
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
     * Ranks the newest matches and returns one page of them. The number of texts that a window searches is bounded, so that
     * no search costs more than another. A later page searches down to the same bound as the first one, because the time
     * limit of `forum.newest_matches` can end it earlier.
     */
    searchTexts: async (options: SearchPageOptions): Promise<SearchWindowRows> => {
      const { text, upTo, downTo, size, offset, limit } = options;
      const query = sql`websearch_to_tsquery('simple', ${text})`;
      const { rows } = await sql<{
        found: number;
        newest: string | null;
        next: string | null;
        hits: readonly (Omit<SearchRow, 'created_at'> & { readonly created_at: string })[] | null;
      }>`
        with recursive parts as (
          select 1 as number, ids, newest, next from forum.newest_matches(${query}, ${upTo ?? lastId}, ${size})
          union all
          select parts.number + 1, part.ids, parts.newest, part.next
          from parts cross join lateral forum.newest_matches(${query}, parts.next, ${size}) as part
          where parts.next > ${downTo ?? lastId} and parts.number < ${maxParts}
        ), matches as materialized (
          -- Two parts have the text at which the first of them ended.
          select distinct match.id from parts cross join lateral unnest(parts.ids) as match (id)
          where match.id >= ${downTo ?? firstId}
        ), ranked as materialized (
          select entry.id, entry.post_id, ts_rank(entry.words, ${query}) as rank
          from matches as match
          cross join lateral (select * from forum.search_texts where id = match.id offset 0) as entry
          order by rank desc, entry.id desc offset ${offset} limit ${limit}
        ), hits as (
          select case when comment.id is null then 'post' else 'comment' end as kind, ranked.id, ranked.post_id, post.forum,
            case when post.hidden_at is null then post.title else '[hidden]' end as title,
            coalesce(comment.body, post.body) as body,
            coalesce(comment.fingerprint, post.fingerprint) as fingerprint,
            coalesce(comment.owner, post.owner) as owner,
            coalesce(comment.helper_of, post.helper_of) as helper_of,
            coalesce(comment.score, post.score) as score,
            coalesce(comment.created_at, post.created_at) as created_at,
            ranked.rank
          from ranked
          cross join lateral (select * from forum.posts where id = ranked.post_id offset 0) as post
          left join lateral (
            select * from forum.comments where post_id = ranked.post_id and id = ranked.id offset 0
          ) as comment on true
        )
        select (select count(*) from matches)::integer as found, parts.newest,
          greatest(${downTo ?? null}, parts.next) as next,
          (select json_agg(hits order by rank desc, id desc) from hits) as hits
        from parts order by parts.number desc limit 1`.execute(db);
      const [row] = rows;
      return {
        found: row?.found ?? 0,
        newest: row?.newest ?? undefined,
        next: row?.next ?? undefined,
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
