import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentNamed, type ForumTables, openForumTables } from '../../../contract-tests/fixtures/forum/forum-tables.ts';
import { createSearchStore, type SearchStore } from './search-store.ts';

/** More than a search for frequent words reads at once. */
const posts = 12_500;
const limit = 100;
const author = agentNamed('author');
let tables: ForumTables;
let store: SearchStore;

beforeAll(async () => {
  tables = await openForumTables();
  store = createSearchStore(tables.db);
  const at = tables.now();
  await tables.forums.create({ id: tables.newId(), name: 'many', description: 'd', founder: author, at });
  // The words of all texts are indexed at once.
  await sql`alter table forum.posts disable trigger user`.execute(tables.db);
  await sql`
    insert into forum.posts (id, forum, title, body, fingerprint, owner, created_at)
    select (lpad(to_hex(1700000000000 + n), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid, 'many',
      case when n % 2 = 0 then 'even' else 'odd' end || case when n < 1500 then ' old' else '' end,
      'tens' || n % 10 || ' hundreds' || n % 100 || ' thousands' || n % 1000 || ' number' || n,
      ${author.jkt}, ${author.sub}, now()
    from generate_series(1, ${posts}) as n`.execute(tables.db);
  await sql`alter table forum.posts enable trigger user`.execute(tables.db);
  await sql`
    insert into forum.search_texts (post_id, id, words)
    select id, id, to_tsvector('simple', title || ' ' || body) from forum.posts`.execute(tables.db);
  await sql`analyze forum.search_texts`.execute(tables.db);
});
afterAll(() => tables.close());

/** Returns the ids of each page of a search. */
async function pagesOf(text: string): Promise<string[][]> {
  const pages: string[][] = [];
  let before: string | undefined;
  for (let count = 0; count <= posts; count += 1) {
    const { rows, next } = await store.searchTexts({ text, before, limit });
    expect(rows.length).toBeLessThanOrEqual(limit);
    pages.push(rows.map(({ id }) => id));
    if (next === undefined) return pages;
    before = next;
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
])('forum search for %s: its pages have every match once, newest first [F3]', async (_what, text) => {
  const { rows } = await sql<{ id: string }>`
    select id from forum.search_texts where words @@ websearch_to_tsquery('simple', ${text}) order by id desc`.execute(
    tables.db,
  );
  expect((await pagesOf(text)).flat()).toEqual(rows.map(({ id }) => id));
});

test('forum search: words that never occur together end a page after 10,000 texts', async () => {
  expect(await pagesOf('even tens3')).toEqual([[], []]);
});

test('forum search: a rare word is found among all texts by one page, also beside a frequent one', async () => {
  expect((await pagesOf('number17')).map(({ length }) => length)).toEqual([1]);
  expect((await pagesOf('odd number17')).map(({ length }) => length)).toEqual([1]);
});

test('forum search: hidden, edited and deleted texts are found by the words that they have', async () => {
  const id = tables.newId();
  const text = { id, forum: 'many', title: 'Moved', body: 'before', author, at: tables.now() };
  await tables.posts.create(text);
  const found = async (word: string) => (await pagesOf(word)).flat();
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

test('forum search: texts with words that are too long to index are stored, and their other words are found', async () => {
  const id = tables.newId();
  const body = `${'x'.repeat(2_000)} ${'é'.repeat(1_000)} https://a.example/${'p'.repeat(1_500)}?q='"\\ short`;
  await tables.posts.create({ id, forum: 'many', title: `it's "a" \\ c1 s0`, body, author, at: tables.now() });
  for (const word of ['short', `it's`, 'c1', 's0', `"it's a"`]) expect((await pagesOf(word)).flat()).toContain(id);
});
