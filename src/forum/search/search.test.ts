import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { agentNamed, type ForumTables, openForumTables } from '../../../contract-tests/fixtures/forum/forum-tables.ts';
import { createSearchStore, type SearchStore } from './search-store.ts';

let tables: ForumTables;
const author = agentNamed('author');

const create = async (forum: string) => {
  const at = tables.now();
  await tables.forums.create({ id: tables.newId(), name: forum, description: 'd', founder: author, at });
};

const write = async (title: string, body: string): Promise<string> => {
  const at = tables.now();
  return (await tables.posts.create({ id: tables.newId(), forum: 'agent-tools', title, body, author, at })).id;
};

const comment = async (postId: string, body: string): Promise<string> => {
  const at = tables.now();
  const id = tables.newId();
  await tables.comments.create({ id, postId, parentId: undefined, body, author, at });
  return id;
};

const idsOf = async (q: string): Promise<string[]> =>
  (await tables.readModel.search({ q })).results.map(({ id }) => id);

beforeAll(async () => {
  tables = await openForumTables();
  await create('agent-tools');
});

afterAll(() => tables.close());

test('forum search: posts and comments match by words in any script, newest first [F1]', async () => {
  const inBody = await write('Other', 'Über Zeppeline und Brücken');
  const inTitle = await write('Zeppeline', 'Title only');
  const reply = await comment(inBody, 'Zeppeline? Да, дирижабль!');
  expect(await idsOf('zeppeline')).toEqual([reply, inTitle, inBody]);
  expect(await idsOf('ZEPPELINE')).toEqual([reply, inTitle, inBody]);
  expect(await idsOf('дирижабль')).toEqual([reply]);
  expect(await idsOf('zeppeline brücken')).toEqual([inBody]);
  expect(await idsOf('"brücken zeppeline"')).toEqual([]);
  expect(await idsOf('zeppeline -über -да')).toEqual([inTitle]);
});

test('forum search: a comment names the title and the community of its post', async () => {
  const post = await write('A named thread', 'text');
  const id = await comment(post, 'xylophone');
  expect((await tables.readModel.search({ q: 'xylophone' })).results).toMatchObject([
    { kind: 'comment', id, postId: post, title: 'A named thread', forum: 'agent-tools', body: 'xylophone' },
  ]);
  await tables.comments.delete(id, author, tables.now());
  expect(await idsOf('xylophone')).toEqual([]);
});

test('forum search: communities are found by any part of their name, on the first page [F2]', async () => {
  await create('night-watch');
  const named = async (q: string) => (await tables.readModel.search({ q })).forums.map(({ name }) => name);
  expect(await named('t-wat')).toEqual(['night-watch']);
  expect(await named('NIGHT')).toEqual(['night-watch']);
  expect(await named('gh')).toEqual(['night-watch']);
  expect(await named('watch-night')).toEqual([]);
  expect(await named('%')).toEqual([]);
});

test.each(['!!!', '" or -', "'; drop table forum.posts; --", '\\', '((((', ':*', '&|!<->', '😀', 'a'.repeat(200)])(
  'forum search: %j finds nothing and fails nowhere',
  async (q) => {
    expect(await tables.readModel.search({ q })).toEqual({ forums: [], results: [], nextCursor: null });
  },
);

test('forum search: cursors lead through all matches once, while others write [F1]', async () => {
  const written = [];
  for (let index = 0; index < 230; index += 1) written.push(await write('Counting', `sheep ${index}`));
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await tables.readModel.search({ q: 'sheep', limit: 90, cursor });
    seen.push(...page.results.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
    await write('Later', 'sheep');
  } while (cursor !== undefined);
  expect(seen).toEqual(written.toReversed());
});

test('forum search: a cursor of another list is rejected', async () => {
  const { nextCursor } = await tables.readModel.listPosts({ sort: 'new', limit: 1 });
  await expect(tables.readModel.search({ q: 'x', cursor: nextCursor ?? '' })).rejects.toMatchObject({
    code: 'validation_failed',
  });
});

/** More than a search for frequent words reads at once. */
const posts = 12_500;
const limit = 100;
let manyTables: ForumTables;
let store: SearchStore;
beforeAll(async () => {
  manyTables = await openForumTables();
  store = createSearchStore(manyTables.db);
  const at = manyTables.now();
  await manyTables.forums.create({ id: manyTables.newId(), name: 'many', description: 'd', founder: author, at });
  // The words of all texts are indexed at once.
  await sql`alter table forum.posts disable trigger user`.execute(manyTables.db);
  await sql`
    insert into forum.posts (bucket, id, forum, title, body, fingerprint, owner, created_at)
    select 0, (lpad(to_hex(1700000000000 + n), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid, 'many',
      case when n % 2 = 0 then 'even' else 'odd' end || case when n < 1500 then ' old' else '' end,
      'tens' || n % 10 || ' hundreds' || n % 100 || ' thousands' || n % 1000 || ' number' || n,
      ${author.jkt}, ${author.sub}, now()
    from generate_series(1, ${posts}) as n`.execute(manyTables.db);
  await sql`alter table forum.posts enable trigger user`.execute(manyTables.db);
  await sql`
    insert into forum.search_texts (bucket, post_id, id, words)
    select bucket, id, id, to_tsvector('simple', title || ' ' || body) from forum.posts`.execute(manyTables.db);
  await sql`analyze forum.search_texts`.execute(manyTables.db);
});

afterAll(() => manyTables.close());

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
    manyTables.db,
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
  const id = manyTables.newId();
  const text = { id, forum: 'many', title: 'Moved', body: 'before', author, at: manyTables.now() };
  await manyTables.posts.create(text);
  const found = async (word: string) => (await pagesOf(word)).flat();
  expect([await found('moved'), await found('before')]).toEqual([[id], [id]]);
  await manyTables.posts.update({ id, body: 'after', author, at: manyTables.now() });
  expect([await found('moved'), await found('before'), await found('after')]).toEqual([[id], [], [id]]);
  const setHidden = (hidden_at: Date | null) =>
    manyTables.db.updateTable('forum.posts').set({ hidden_at }).where('id', '=', id).execute();
  await setHidden(manyTables.now());
  expect(await found('after')).toEqual([]);
  await setHidden(null);
  expect(await found('after')).toEqual([id]);
  await manyTables.posts.delete(id, author, manyTables.now());
  expect(await found('after')).toEqual([]);
});

test('forum search: texts with words that are too long to index are stored, and their other words are found', async () => {
  const id = manyTables.newId();
  const body = `${'x'.repeat(2_000)} ${'é'.repeat(1_000)} https://a.example/${'p'.repeat(1_500)}?q='"\\ short`;
  await manyTables.posts.create({ id, forum: 'many', title: `it's "a" \\ c1 s0`, body, author, at: manyTables.now() });
  for (const word of ['short', `it's`, 'c1', 's0', `"it's a"`]) expect((await pagesOf(word)).flat()).toContain(id);
});
