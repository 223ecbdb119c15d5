import { type Kysely, sql } from 'kysely';
import type { ForumDatabase } from '../database.ts';
import type { ForumRow } from '../communities/community-store.ts';

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

/** Newest texts that every search reads as they are: frequent words are found there. */
const newestTexts = 2_000;
/** Texts that a search for frequent words reads beyond those, when they seldom occur together. */
const furtherTexts = 8_000;
/** Share of the texts that may have a word which the index is read for. */
const rareWord = 0.001;
/** The greatest id. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export interface TextSearch {
  /** In the syntax of `websearch_to_tsquery`. */
  readonly text: string;
  /** Exclusive upper bound of ids; undefined for the newest texts. */
  readonly before: string | undefined;
  readonly limit: number;
}

export interface SearchResult {
  /** Newest first. */
  readonly rows: readonly SearchRow[];
  /** The `before` of the next page; undefined when all texts were searched. */
  readonly next: string | undefined;
}

/** What was read of the newest texts before an id. */
interface Walk {
  readonly matches: readonly string[];
  readonly texts: number;
  /** Id of the oldest text that was read. */
  readonly oldest: string | null;
}

export function createSearchStore(db: Kysely<ForumDatabase>) {
  const queryOf = (text: string) => sql`websearch_to_tsquery('simple', ${text})`;

  /** Reads the newest texts before an id one by one. */
  const walk = async (text: string, before: string, texts: number): Promise<Walk> => {
    const { rows } = await sql<Walk>`
      select coalesce(array_agg(id order by id desc) filter (where words @@ ${queryOf(text)}), '{}') as matches,
        count(*)::integer as texts, min(id::text) as oldest
      from (
        select id, words from forum.search_texts
        -- No word: nothing matches.
        where id < ${before} and numnode(${queryOf(text)}) > 0 order by id desc limit ${texts}
      ) as newest`.execute(db);
    return rows[0] ?? { matches: [], texts: 0, oldest: null };
  };

  /**
   * Returns whether a word that every match has, or all words of alternatives, are rare by PostgreSQL's statistics, which
   * list the thousand most common words.
   */
  const isRare = async (text: string): Promise<boolean> => {
    const { rows } = await sql<{ rare: boolean | null }>`
      with positive as (select querytree(${queryOf(text)}) as words),
      common as (
        select word, share
        from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as listed (word, share)
        where (schemaname, tablename, attname) = ('forum', 'search_texts', 'words')
      ),
      counted as (
        select coalesce((select share from common where word = any (tsvector_to_array(part[1]::tsvector))), 0) as share
        from positive, regexp_matches(positive.words, '''(?:[^'']|'''')*''', 'g') as part
      )
      select case when positive.words like '% | %' then max(share) else min(share) end <= ${rareWord} as rare
      from counted, positive group by positive.words`.execute(db);
    // Words that must be missing are in no index.
    return rows[0]?.rare ?? false;
  };

  /** Returns the newest matches before an id by the index of words alone: `offset 0` keeps the index of ids out of the plan. */
  const lookUp = async (text: string, before: string, limit: number): Promise<readonly string[]> => {
    const { rows } = await sql<{ id: string }>`
      select id from (
        select id from forum.search_texts where words @@ ${queryOf(text)} offset 0
      ) as matching where id < ${before} order by id desc limit ${limit}`.execute(db);
    return rows.map(({ id }) => id);
  };

  const rowsOf = async (ids: readonly string[]): Promise<SearchRow[]> => {
    if (ids.length === 0) return [];
    const { rows } = await sql<SearchRow>`
      select case when comment.id is null then 'post' else 'comment' end as kind, found.id, found.post_id, post.forum,
        case when post.hidden_at is null then post.title else '[hidden]' end as title,
        coalesce(comment.body, post.body) as body,
        coalesce(comment.fingerprint, post.fingerprint) as fingerprint,
        coalesce(comment.owner, post.owner) as owner,
        coalesce(comment.helper_of, post.helper_of) as helper_of,
        coalesce(comment.score, post.score) as score,
        coalesce(comment.created_at, post.created_at) as created_at
      -- Row by row: the planner may read the whole tables for a join.
      from unnest(${ids}::uuid[]) as match (id)
      cross join lateral (select * from forum.search_texts where id = match.id offset 0) as found
      cross join lateral (select * from forum.posts where id = found.post_id offset 0) as post
      left join lateral (
        select * from forum.comments where post_id = found.post_id and id = found.id offset 0
      ) as comment on true
      order by found.id desc`.execute(db);
    return rows;
  };

  return {
    /**
     * Returns one page of matches. The newest texts are read first, where frequent words are found; then all matches of a
     * rare word by the index, or a bounded number of further texts.
     */
    searchTexts: async ({ text, before = lastId, limit }: TextSearch): Promise<SearchResult> => {
      const page = async (ids: readonly string[], whole: boolean, oldest: string | null): Promise<SearchResult> => ({
        rows: await rowsOf(ids.slice(0, limit)),
        next: (ids.length > limit ? ids[limit - 1] : whole ? undefined : oldest) ?? undefined,
      });
      const newest = await walk(text, before, newestTexts);
      const { matches, oldest } = newest;
      if (matches.length > limit || newest.texts < newestTexts || oldest === null)
        return page(matches, newest.texts < newestTexts, oldest);
      if (await isRare(text))
        return page([...matches, ...(await lookUp(text, oldest, limit + 1 - matches.length))], true, null);
      const further = await walk(text, oldest, furtherTexts);
      return page([...matches, ...further.matches], further.texts < furtherTexts, further.oldest);
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
