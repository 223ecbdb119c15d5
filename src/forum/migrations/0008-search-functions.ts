import { type Kysely, sql } from 'kysely';

export const name = '0008-search-functions';

const searched = [
  { table: 'posts', text: `title || ' ' || body`, visible: 'hidden_at is null' },
  { table: 'comments', text: 'body', visible: 'hidden_at is null and deleted_at is null' },
] as const;

/**
 * Functions that find the newest matches of a search. The index of words has no order, and the planner does not know how
 * often a word occurs that is not among the most common ones: it may read millions of comments for a rare word.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { table, text, visible } of searched) {
    const matches = sql.raw(`to_tsvector('simple', ${text}) @@ query and ${visible}`);
    const rows = sql.table(`forum.${table}`);
    const [walk, lookUp, newest] = ['walk', 'look_up', 'newest_matching'].map((verb) =>
      sql.raw(`forum.${verb}_${table}`),
    );

    // Matches among the newest rows, by the order of the ids.
    await sql`
      create function ${walk} (query tsquery, up_to uuid, walked integer, most integer)
      returns setof uuid language sql stable set enable_seqscan = off set enable_bitmapscan = off as $$
        select id from (select * from ${rows} where id <= up_to order by id desc limit walked) as newest
        where ${matches} order by id desc limit most
      $$`.execute(db);
    // Any matches, by the index of words alone: `offset 0` keeps the index of ids, which has all rows, out of the plan.
    await sql`
      create function ${lookUp} (query tsquery, up_to uuid, most integer)
      returns setof uuid language sql stable set enable_seqscan = off set enable_indexscan = off as $$
        select id from (select id from ${rows} where ${matches} offset 0) as matching where id <= up_to limit most
      $$`.execute(db);
    await sql`
      create function ${newest} (query tsquery, up_to uuid, most integer)
      returns setof uuid language plpgsql stable as $$
      declare
        found uuid[];
      begin
        -- No word: nothing matches.
        if numnode(query) = 0 then return; end if;
        -- A word in every second row or more is found at once.
        found := array(select ${walk}(query, up_to, 2 * most, most));
        -- Words that must be missing are in no index: only the newest rows are searched for them.
        if cardinality(found) < most and querytree(query) not in ('', 'T') then
          -- A rare word: all its matches are few.
          found := array(select ${lookUp}(query, up_to, 10 * most + 1));
          if cardinality(found) > 10 * most then
            found := array(select ${walk}(query, up_to, 100 * most, most));
            if cardinality(found) < most then
              found := array(select ${lookUp}(query, up_to, null));
            end if;
          end if;
        elsif cardinality(found) < most then
          found := array(select ${walk}(query, up_to, 100 * most, most));
        end if;
        return query select id from unnest(found) as id order by id desc limit most;
      end $$`.execute(db);
  }
}
