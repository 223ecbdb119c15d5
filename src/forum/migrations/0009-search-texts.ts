import { type Kysely, sql } from 'kysely';

export const name = '0009-search-texts';

/** Texts of a chunk; a section has 128 chunks. */
const chunkSize = 4096;

/**
 * Words of the visible texts in an index that is read newest first. Texts are in chunks by the time of their ids, and each
 * word is indexed with its chunk and with its section of 128 chunks, so that a search reads as many chunks as it needs,
 * however many texts have the word. The texts have a table of their own, because every vote writes a new version of its
 * post or comment, which would be indexed again word by word.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table forum.search_chunks (
      number integer primary key,
      first_id uuid not null unique
    )`.execute(db);
  await sql`insert into forum.search_chunks values (0, '00000000-0000-0000-0000-000000000000')`.execute(db);
  await sql`
    create table forum.search_texts (
      post_id uuid not null,
      id uuid not null,
      chunk integer not null,
      words tsvector not null,
      sequence bigint not null generated always as identity,
      primary key (post_id, id)
    )`.execute(db);
  await createFunctions(db);
  await createTriggers(db);
  await sql`select forum.fill_search_texts()`.execute(db);
  await sql`create index search_texts_id on forum.search_texts (id)`.execute(db);
  // Without a list of pending words, which every search would read as a whole.
  await sql`
    create index search_texts_words on forum.search_texts using gin (forum.chunk_words(chunk, words))
    with (fastupdate = off)`.execute(db);
  await sql`analyze forum.search_texts`.execute(db);

  // Release 0008 calls these two functions while it is replaced.
  for (const [table, condition] of [
    ['posts', 'text.id = text.post_id'],
    ['comments', 'text.id <> text.post_id'],
  ] as const) {
    await sql`
      create or replace function ${sql.table(`forum.newest_matching_${table}`)} (query tsquery, up_to uuid, most integer)
      returns setof uuid language sql stable as $$
        select text.id from forum.newest_matches(query, up_to, most) as matches
        join forum.search_texts as text on text.id = any (matches.ids) where ${sql.raw(condition)}
      $$`.execute(db);
    await sql`drop function ${sql.table(`forum.walk_${table}`)}, ${sql.table(`forum.look_up_${table}`)}`.execute(db);
    await sql`drop index ${sql.table(`forum.${table}_text`)}`.execute(db);
  }
}

async function createFunctions(db: Kysely<unknown>): Promise<void> {
  // Longer words cannot be searched for, because a search has at most 200 characters.
  await sql`
    create function forum.chunk_words(chunk integer, words tsvector) returns tsvector
    language sql immutable strict parallel safe as $$
      select array_to_tsvector(array(
        select part || ' ' || word
        from unnest(tsvector_to_array(words)) as word, unnest(array['c' || chunk, 's' || (chunk >> 7)]) as part
        where length(word) <= 400
      ))
    $$`.execute(db);
  await sql`
    create function forum.post_words(title text, body text) returns tsvector
    language sql immutable strict parallel safe as $$
      select setweight(to_tsvector('simple', title), 'A') || to_tsvector('simple', body)
    $$`.execute(db);
  await sql`
    create function forum.chunk_of(text_id uuid) returns integer language sql stable strict as $$
      select number from forum.search_chunks where first_id <= text_id order by first_id desc limit 1
    $$`.execute(db);
  await sql`
    create function forum.fill_search_texts() returns void language sql as $$
      delete from forum.search_texts;
      delete from forum.search_chunks where number > 0;
      insert into forum.search_chunks
      select place / ${sql.lit(chunkSize)}, id from (
        select id, row_number() over (order by id) as place from (
          select id from forum.posts where hidden_at is null
          union all select id from forum.comments where hidden_at is null and deleted_at is null
        ) as visible
      ) as placed where place % ${sql.lit(chunkSize)} = 0;
      insert into forum.search_texts (post_id, id, chunk, words)
      select post_id, id, forum.chunk_of(id), words from (
        select id as post_id, id, forum.post_words(title, body) as words from forum.posts where hidden_at is null
        union all
        select post_id, id, to_tsvector('simple', body)
        from forum.comments where hidden_at is null and deleted_at is null
      ) as visible order by id
    $$`.execute(db);
  await sql`
    create function forum.newest_matches(query tsquery, up_to uuid, most integer,
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
      read_total integer := 0;
      probes integer := 0;
      single integer := 16;
      most_probes integer := 128;
      frequency integer;
      dense integer := -1;
    begin
      ids := '{}';
      if numnode(query) = 0 then return; end if;
      select text.id into newest from forum.search_texts as text where text.id <= up_to order by text.id desc limit 1;
      if newest is null then return; end if;

      -- A word in every second text is found here, and so is every match in a small forum.
      select coalesce(array_agg(text.id order by text.id desc) filter (where text.words @@ query), '{}'),
        (array_agg(text.id order by text.id))[1], (array_agg(text.chunk order by text.id))[1], count(*)
      into ids, lowest, place, candidates
      from (select * from forum.search_texts as newer where newer.id <= newest order by newer.id desc limit walked) as text;

      if candidates < walked then
        place := -1;
      elsif not indexed then
        next := lowest;
      else
        -- Words of one in a hundred texts, in the newest whole chunk, that seldom occur together cost as much as their
        -- texts: a window has few chunks of them.
        select case when positive like '% | %' then max(texts) else min(texts) end into frequency
        from (
          select (
            select count(*) from (
              select from forum.search_texts as entry
              where forum.chunk_words(entry.chunk, entry.words)
                @@ replace(word[1], '''@ ', '''c' || place - 1 || ' ')::tsquery limit 41
            ) as text
          ) as texts
          from regexp_matches(template, '''(?:[^'']|'''')*''', 'g') as word
        ) as counted;
        if frequency > 40 then
          single := 48;
          most_probes := 48;
        end if;
        while cardinality(ids) < most and place >= 0 and probes < most_probes and read_total < 20 * most loop
          probes := probes + 1;
          if single > 0 or place >> 7 = dense then
            single := single - 1;
            select coalesce(array_agg(text.id) filter (where text.id < lowest and text.words @@ query), '{}'), count(*)
            into found, candidates
            from (
              select entry.id, entry.words from forum.search_texts as entry
              where forum.chunk_words(entry.chunk, entry.words)
                @@ replace(template, '''@ ', '''c' || place || ' ')::tsquery offset 0
            ) as text;
            place := place - 1;
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
            if candidates >= 10 * most then
              -- Perhaps not all of them: chunk by chunk.
              dense := place >> 7;
              continue;
            end if;
            place := (place >> 7 << 7) - 1;
          end if;
          read_total := read_total + candidates;
          ids := ids || found;
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

/** Triggers keep the words of releases that do not know the table, too. */
async function createTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function forum.index_text(in_post uuid, text_id uuid, new_words tsvector) returns void language plpgsql as $$
    declare
      written bigint;
      -- Texts that are being written do not see the new chunk yet; their ids are less than a minute old.
      later bigint := ('x' || left(replace(text_id::text, '-', ''), 12))::bit(48)::bigint + 60000;
    begin
      insert into forum.search_texts as text (post_id, id, chunk, words)
      values (in_post, text_id, forum.chunk_of(text_id), new_words)
      on conflict on constraint search_texts_pkey do update set words = excluded.words
      returning text.sequence into written;
      if written % ${sql.lit(chunkSize)} = 0 and later < 1::bigint << 48 then
        insert into forum.search_chunks (number, first_id)
        select last.number + 1, bound.id
        from (values ((lpad(to_hex(later), 12, '0') || repeat('0', 20))::uuid)) as bound (id),
          (select * from forum.search_chunks order by number desc limit 1) as last
        where last.first_id < bound.id on conflict do nothing;
      end if;
    end $$`.execute(db);
  await sql`
    create function forum.index_post() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        delete from forum.search_texts where post_id = old.id and id = old.id;
      elsif new.hidden_at is not null then
        delete from forum.search_texts where post_id = new.id and id = new.id;
      else
        perform forum.index_text(new.id, new.id, forum.post_words(new.title, new.body));
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create function forum.index_comment() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        delete from forum.search_texts where post_id = old.post_id and id = old.id;
      elsif new.hidden_at is not null or new.deleted_at is not null then
        delete from forum.search_texts where post_id = new.post_id and id = new.id;
      else
        perform forum.index_text(new.post_id, new.id, to_tsvector('simple', new.body));
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger index_post after insert or delete or update of title, body, hidden_at on forum.posts
    for each row execute function forum.index_post()`.execute(db);
  await sql`
    create trigger index_comment after insert or delete or update of body, hidden_at, deleted_at on forum.comments
    for each row execute function forum.index_comment()`.execute(db);
}
