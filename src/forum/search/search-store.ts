import { type Kysely, sql } from 'kysely';
import { bucketOfId } from '../../runtime/database/bucket.ts';
import { forumColumns, type ForumDatabase } from '../database.ts';
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

interface TextSearch {
  /** In the syntax of `websearch_to_tsquery`. */
  readonly text: string;
  /** Exclusive upper bound of ids; undefined for the newest texts. */
  readonly before: string | undefined;
  readonly limit: number;
}

interface SearchResult {
  /** Newest first. */
  readonly rows: readonly SearchRow[];
  /** The `before` of the next page; undefined when all texts were searched. */
  readonly next: string | undefined;
}

/** A text that matches, and its post. */
interface Match {
  readonly id: string;
  readonly post_id: string;
}

/** What was read of the newest texts before an id. */
interface Walk {
  readonly matches: readonly Match[];
  readonly texts: number;
  /** Id of the oldest text that was read. */
  readonly oldest: string | null;
}

export function createSearchStore(db: Kysely<ForumDatabase>) {
  const queryOf = (text: string) => sql`websearch_to_tsquery('simple', ${text})`;

  /** Reads the newest texts before an id one by one. @returns at most `limit` of the matches among them */
  const walk = async (text: string, before: string, texts: number, limit: number): Promise<Walk> => {
    const first = (column: 'id' | 'post_id') => sql`
      (array_agg(${sql.ref(column)} order by id desc) filter (where words @@ ${queryOf(text)}))[1:${limit}::integer]`;
    const { rows } = await sql<Omit<Walk, 'matches'> & { ids: string[] | null; post_ids: string[] | null }>`
      select ${first('id')} as ids, ${first('post_id')} as post_ids,
        count(*)::integer as texts, min(id::text) as oldest
      from (
        select id, post_id, words from forum.search_texts
        -- No word: nothing matches.
        where id < ${before} and numnode(${queryOf(text)}) > 0 order by id desc limit ${texts}
      ) as newest`.execute(db);
    const { ids, post_ids, texts: read, oldest } = rows[0] ?? { ids: null, post_ids: null, texts: 0, oldest: null };
    return { matches: (ids ?? []).map((id, at) => ({ id, post_id: post_ids?.[at] ?? id })), texts: read, oldest };
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
  const lookUp = async (text: string, before: string, limit: number): Promise<readonly Match[]> => {
    const { rows } = await sql<Match>`
      select id, post_id from (
        select id, post_id from forum.search_texts where words @@ ${queryOf(text)} offset 0
      ) as matching where id < ${before} order by id desc limit ${limit}`.execute(db);
    return rows;
  };

  const rowsOf = async (matches: readonly Match[]): Promise<SearchRow[]> => {
    if (matches.length === 0) return [];
    const postIds = [...new Set(matches.map(({ post_id }) => post_id))];
    const buckets = [...new Set(postIds.map(bucketOfId))];
    const commentIds = matches.flatMap(({ id, post_id }) => (id === post_id ? [] : [id]));
    const shown = ['id', 'body', 'fingerprint', 'owner', 'helper_of', 'score', 'created_at'] as const;
    const [posts, comments] = await Promise.all([
      db
        .selectFrom('forum.posts')
        .select(['forum', 'title', 'hidden_at', ...shown])
        .where('bucket', 'in', buckets)
        .where('id', 'in', postIds)
        .execute(),
      commentIds.length === 0
        ? []
        : db
            .selectFrom('forum.comments')
            .select(shown)
            .where('bucket', 'in', buckets)
            .where('post_id', 'in', postIds)
            .where('id', 'in', commentIds)
            .execute(),
    ]);
    const postsById = new Map(posts.map((post) => [post.id, post]));
    const commentsById = new Map(comments.map((comment) => [comment.id, comment]));
    return matches.flatMap(({ id, post_id }) => {
      const post = postsById.get(post_id);
      const text = id === post_id ? post : commentsById.get(id);
      // Deleted since it was found.
      if (post === undefined || text === undefined) return [];
      const { hidden_at, ...of } = post;
      return [
        {
          ...of,
          ...text,
          kind: id === post_id ? ('post' as const) : ('comment' as const),
          post_id,
          forum: post.forum,
          title: hidden_at === null ? post.title : '[hidden]',
        },
      ];
    });
  };

  return {
    /**
     * Returns one page of matches. The newest texts are read first, where frequent words are found; then all matches of a
     * rare word by the index, or a bounded number of further texts.
     */
    searchTexts: async ({ text, before = lastId, limit }: TextSearch): Promise<SearchResult> => {
      const page = async (found: readonly Match[], whole: boolean, oldest: string | null): Promise<SearchResult> => ({
        rows: await rowsOf(found.slice(0, limit)),
        next: (found.length > limit ? found[limit - 1]?.id : whole ? undefined : oldest) ?? undefined,
      });
      const newest = await walk(text, before, newestTexts, limit + 1);
      const { matches, oldest } = newest;
      if (matches.length > limit || newest.texts < newestTexts || oldest === null)
        return page(matches, newest.texts < newestTexts, oldest);
      if (await isRare(text))
        return page([...matches, ...(await lookUp(text, oldest, limit + 1 - matches.length))], true, null);
      const further = await walk(text, oldest, furtherTexts, limit + 1 - matches.length);
      return page([...matches, ...further.matches], further.texts < furtherTexts, further.oldest);
    },

    /** Returns communities whose name contains a text, shortest name first. */
    searchForums: async (part: string, limit: number): Promise<ForumRow[]> =>
      db
        .selectFrom('forum.forums')
        .select(forumColumns)
        .where(sql<boolean>`forum.name_parts(name) @> forum.name_parts(${part})`)
        .where(sql<boolean>`position(${part} in name) > 0`)
        .orderBy(sql`length(name)`)
        .orderBy('name')
        .limit(limit)
        .execute(),
  };
}

export type SearchStore = ReturnType<typeof createSearchStore>;
