import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentNamed, type ForumTables, openForumTables } from '../../../contract-tests/fixtures/forum/forum-tables.ts';

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
