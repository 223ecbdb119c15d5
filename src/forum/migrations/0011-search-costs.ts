import { type Kysely, sql } from 'kysely';

export const name = '0011-search-costs';

/**
 * A window of a search ends when its estimated cost is reached, instead of after numbers of chunks and texts: words that seldom
 * occur together cost several times as much as others. Results stay the same; a window of such words has fewer of them.
 *
 * PostgreSQL replaces a function only as a whole, and released migrations do not change, so most of the body equals that in 0009.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function forum.newest_matches(query tsquery, up_to uuid, most integer,
      out ids uuid[], out newest uuid, out next uuid)
    language plpgsql stable set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
    declare
      -- What every match has; excluded words are left out.
      positive text := querytree(query);
      indexed boolean := positive not in ('', 'T');
      -- The tsquery of one chunk or section: words with a place for its name, phrases as words in any order.
      template text := regexp_replace(regexp_replace(positive, ' <(-|\\d+)> ', ' & ', 'g'),
        '''((?:[^'']|'''')*)''', '''@ \\1''', 'g');
      walked integer := case when indexed then 2 * most else 10 * most end;
      lowest uuid;
      place integer;
      found uuid[];
      candidates integer;
      -- Cost of the whole window; 1 is the time to read a text.
      budget real := 12 * most;
      -- Words that are frequent in other chunks than the one they are counted in cost more than estimated.
      ends timestamptz := clock_timestamp() + interval '25 milliseconds';
      words integer;
      rarest integer;
      commonest integer;
      probe_cost real;
      chunk_cost real;
      by_chunk boolean;
      -- The newest chunks are read one by one, because frequent matches end the search there.
      single integer := 16;
      -- A section with more texts than may be read at once, which is read chunk by chunk.
      dense integer := -1;
    begin
      ids := '{}';
      if numnode(query) = 0 then return; end if;
      select text.id into newest from forum.search_texts as text where text.id <= up_to order by text.id desc limit 1;
      if newest is null then return; end if;

      select coalesce(array_agg(text.id order by text.id desc) filter (where text.words @@ query), '{}'),
        (array_agg(text.id order by text.id))[1], (array_agg(text.chunk order by text.id))[1], count(*)
      into ids, lowest, place, candidates
      from (select * from forum.search_texts as newer where newer.id <= newest order by newer.id desc limit walked) as text;

      -- A word in every second text is found here, and so is every match in a small forum.
      if candidates < walked then
        place := -1;
      elsif not indexed then
        next := lowest;
      else
        -- How many texts of the newest whole chunk have the rarest and the commonest word; more than a quarter counts as all.
        select count(*), min(texts), max(case when texts > 1024 then 4096 else texts end) into words, rarest, commonest
        from (
          select (
            select count(*) from (
              select from forum.search_texts as entry
              where forum.chunk_words(entry.chunk, entry.words)
                @@ replace(word[1], '''@ ', '''c' || place - 1 || ' ')::tsquery limit 1025
            ) as text
          ) as texts
          from regexp_matches(template, '''(?:[^'']|'''')*''', 'g') as word
        ) as counted;
        if positive like '% | %' then rarest := commonest; end if;
        probe_cost := 16 + 16 * words;
        -- The index steps through the texts of the rarest word and skips most of those of the others.
        chunk_cost := rarest / 10.0 + least(commonest / 256.0, rarest * 20);
        -- A section of such words has more texts than may be read.
        by_chunk := rarest > (case when words = 1 then 15 else 40 end);
        while cardinality(ids) < most and place >= 0 and budget > 0 loop
          if by_chunk or single > 0 or place >> 7 = dense then
            single := single - 1;
            select coalesce(array_agg(text.id) filter (where text.id < lowest and text.words @@ query), '{}'), count(*)
            into found, candidates
            from (
              select entry.id, entry.words from forum.search_texts as entry
              where forum.chunk_words(entry.chunk, entry.words)
                @@ replace(template, '''@ ', '''c' || place || ' ')::tsquery offset 0
            ) as text;
            place := place - 1;
            budget := budget - probe_cost - chunk_cost - candidates;
          else
            select coalesce(array_agg(text.id) filter (
              where text.chunk <= place and text.id < lowest and text.words @@ query
            ), '{}'), count(*)
            into found, candidates
            from (
              select entry.id, entry.chunk, entry.words from forum.search_texts as entry
              where forum.chunk_words(entry.chunk, entry.words)
                @@ replace(template, '''@ ', '''s' || (place >> 7) || ' ')::tsquery limit 10 * most
            ) as text;
            budget := budget - probe_cost - 128 * chunk_cost - candidates;
            if candidates >= 10 * most then
              dense := place >> 7;
              continue;
            end if;
            place := (place >> 7 << 7) - 1;
          end if;
          ids := ids || found;
          exit when clock_timestamp() >= ends;
        end loop;
        ids := array(select id from unnest(ids) as id order by id desc limit most);
        if place >= 0 then
          select chunk.first_id into next from forum.search_chunks as chunk
          where chunk.number > place order by chunk.number limit 1;
        end if;
      end if;
      if cardinality(ids) >= most then
        ids := ids[1:most];
        next := ids[most];
      end if;
    end $$`.execute(db);
}
