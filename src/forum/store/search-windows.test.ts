import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentNamed, type ForumTables, openForumTables } from '../../../contract-tests/fixtures/forum/forum-tables.ts';
import { precedingId } from '../search.ts';
import { createSearchStore, firstId, type SearchStore } from './search.ts';

const posts = 6_000;
const size = 20;
const author = agentNamed('author');
let tables: ForumTables;
let store: SearchStore;

beforeAll(async () => {
  tables = await openForumTables();
  store = createSearchStore(tables.db);
  const at = tables.now();
  await tables.forums.create({ id: tables.newId(), name: 'many', description: 'd', founder: author, at });
  await sql`alter table forum.posts disable trigger user`.execute(tables.db);
  await sql`
    insert into forum.posts (id, forum, title, body, fingerprint, owner, created_at)
    select (lpad(to_hex(1700000000000 + n), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid, 'many',
      case when n % 2 = 0 then 'even' else 'odd' end || case when n < 1500 then ' old' else '' end,
      'tens' || n % 10 || ' hundreds' || n % 100 || ' thousands' || n % 1000 || ' number' || n,
      ${author.jkt}, ${author.sub}, now()
    from generate_series(1, ${posts}) as n`.execute(tables.db);
  await sql`alter table forum.posts enable trigger user`.execute(tables.db);
  await sql`select forum.fill_search_texts()`.execute(tables.db);
  expect(await countChunks()).toBe(1 + Math.floor(posts / 4_096));
  // Chunks of twenty texts, so that there are three sections.
  await sql`delete from forum.search_chunks where number > 0`.execute(tables.db);
  await sql`
    insert into forum.search_chunks
    select place / 20, id from (select id, row_number() over (order by id) - 1 as place from forum.search_texts) as placed
    where place % 20 = 0 and place > 0`.execute(tables.db);
  await sql`update forum.search_texts set chunk = forum.chunk_of(id)`.execute(tables.db);
});
afterAll(() => tables.close());

async function countChunks(): Promise<number> {
  const { rows } = await sql<{ found: number }>`select count(*) as found from forum.search_chunks`.execute(tables.db);
  return rows[0]?.found ?? 0;
}

/** Returns the ids of each window of a search, in ascending order. */
async function windowsOf(text: string): Promise<string[][]> {
  const windows: string[][] = [];
  let upTo: string | undefined;
  for (let count = 0; count <= posts; count += 1) {
    const { rows, next, found } = await store.searchTexts({ text, upTo, size, offset: 0, limit: size });
    expect(rows.length).toBe(found);
    expect(found).toBeLessThanOrEqual(size);
    windows.push(rows.map(({ id }) => id).toSorted());
    if (next === undefined) return windows;
    upTo = precedingId(next);
  }
  throw new Error(`The search for ${text} does not end.`);
}

test.each([
  ['a word of half of the texts', 'even'],
  ['a word of one in ten', 'tens3'],
  ['a word of one in a hundred', 'hundreds42'],
  ['a word of one in a thousand', 'thousands777'],
  ['a word of one text', 'number17'],
  ['a word of no text', 'nowhere'],
  ['a word of old texts only', 'old'],
  ['two words that seldom occur together', 'even hundreds42'],
  ['two words that never occur together', 'even tens3'],
  ['a phrase', '"tens2 hundreds42"'],
  ['a phrase whose words occur in another order', '"hundreds42 tens2"'],
  ['alternatives', 'thousands777 or number17'],
  ['a word without another', 'tens2 -hundreds42'],
  ['an excluded word alone', '-even'],
  ['excluded words that leave few texts', '-even -tens1 -tens3 -tens5 -tens7 -hundreds9'],
])('forum search for %s: its windows have every match once, newest first', async (_what, text) => {
  const { rows } = await sql<{ id: string }>`
    select id from forum.search_texts where words @@ websearch_to_tsquery('simple', ${text}) order by id`.execute(
    tables.db,
  );
  const windows = await windowsOf(text);
  expect(windows.toReversed().flat()).toEqual(rows.map(({ id }) => id));
});

/** Runs work while every search after the first ends after some matches, as the time limit ends it on a loaded machine. */
async function withSearchLimit(matches: number, work: () => Promise<void>): Promise<void> {
  const { db } = tables;
  await sql`create sequence forum.searches`.execute(db);
  await sql`alter function forum.newest_matches(tsquery, uuid, integer) rename to whole_matches`.execute(db);
  await sql`
    create function forum.newest_matches(query tsquery, up_to uuid, most integer,
      out ids uuid[], out newest uuid, out next uuid) language plpgsql as $$
    begin
      if nextval('forum.searches') > 1 then most := least(most, ${sql.lit(matches)}); end if;
      select id into newest from forum.search_texts where id <= up_to order by id desc limit 1;
      ids := array(select id from forum.search_texts where id <= up_to and words @@ query order by id desc limit most);
      next := ids[most];
    end $$`.execute(db);
  try {
    await work();
  } finally {
    await sql`drop function forum.newest_matches(tsquery, uuid, integer)`.execute(db);
    await sql`alter function forum.whole_matches(tsquery, uuid, integer) rename to newest_matches`.execute(db);
    await sql`drop sequence forum.searches`.execute(db);
  }
}

test('forum search: later pages of a window rank the same matches when their searches end early', async () => {
  // The few texts with both words are better matches than newer ones.
  const q = 'hundreds42 or thousands142';
  const { rows } = await sql<{ id: string }>`
    select id from forum.search_texts where words @@ websearch_to_tsquery('simple', ${q}) order by id`.execute(
    tables.db,
  );
  const matches = rows.map(({ id }) => id);
  expect(matches.length).toBe(60);
  const seen: string[] = [];
  await withSearchLimit(30, async () => {
    let cursor: string | undefined;
    do {
      const page = await tables.readModel.search({ q, limit: 25, cursor });
      seen.push(...page.results.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  });
  expect(seen.toSorted()).toEqual(matches);
});

test('forum search: a page costs at most four searches, whatever its cursor says', async () => {
  await withSearchLimit(2, async () => {
    const page = { text: 'hundreds42', upTo: undefined, downTo: firstId, size, offset: 0, limit: size };
    await store.searchTexts(page);
    const { found, next, rows } = await store.searchTexts(page);
    expect(found).toBe(5);
    expect(next).toBe(rows.at(-1)?.id);
  });
});

test('forum search: hidden, edited and deleted texts are found by the words that they have', async () => {
  const id = tables.newId();
  const text = { id, forum: 'many', title: 'Moved', body: 'before', author, at: tables.now() };
  await tables.posts.create(text);
  const found = async (word: string) => (await windowsOf(word)).flat();
  expect([await found('moved'), await found('before')]).toEqual([[id], [id]]);
  await tables.posts.update({ id, body: 'after', author, at: tables.now() });
  expect([await found('moved'), await found('before'), await found('after')]).toEqual([[id], [], [id]]);
  const setHidden = (hidden_at: Date | null) =>
    tables.db.updateTable('forum.posts').set({ hidden_at }).where('id', '=', id).execute();
  await setHidden(tables.now());
  expect(await found('after')).toEqual([]);
  await setHidden(null);
  expect(await found('after')).toEqual([id]);
  await tables.posts.delete(id, author, tables.now());
  expect(await found('after')).toEqual([]);
});

test('forum search: the text that fills a chunk begins the next one a minute later', async () => {
  const write = async () => {
    const id = tables.newId();
    await tables.posts.create({ id, forum: 'many', title: 'Full', body: 'chunk', author, at: tables.now() });
    return id;
  };
  const chunkOf = async (id: string) =>
    (await sql<{ chunk: number }>`select chunk from forum.search_texts where id = ${id}`.execute(tables.db)).rows[0]
      ?.chunk;
  await sql`select setval(pg_get_serial_sequence('forum.search_texts', 'sequence'), 8191)`.execute(tables.db);
  const last = (await countChunks()) - 1;
  const [filling, soon] = [await write(), await write()];
  for (let seconds = 0; seconds < 60; seconds += 1) tables.now();
  const later = await write();
  expect([await chunkOf(filling), await chunkOf(soon), await chunkOf(later)]).toEqual([last, last, last + 1]);
  expect((await windowsOf('"full chunk"')).flat()).toEqual([filling, soon, later]);
});

test('forum search: texts with words that are too long to search are stored, and their other words are found', async () => {
  const id = tables.newId();
  const body = `${'x'.repeat(2_000)} ${'é'.repeat(1_000)} https://a.example/${'p'.repeat(1_500)}?q='"\\ short`;
  await tables.posts.create({ id, forum: 'many', title: `it's "a" \\ c1 s0`, body, author, at: tables.now() });
  for (const word of ['short', `it's`, 'c1', 's0', `"it's a"`]) expect((await windowsOf(word)).flat()).toContain(id);
});
