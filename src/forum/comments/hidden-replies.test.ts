import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  agentNamed,
  type ForumTables,
  openForumTables,
  writePost,
} from '../../../contract-tests/fixtures/forum/forum-tables.ts';
import { createHiddenReplyCount } from './comment-store.ts';

let tables: ForumTables;
beforeAll(async () => {
  tables = await openForumTables();
});
afterAll(() => tables.close());

async function reply(postId: string, parentId?: string): Promise<string> {
  const id = tables.newId();
  await tables.comments.create({ id, postId, parentId, body: 'c', author: agentNamed('author'), at: tables.now() });
  return id;
}

test('forum: hidden replies are counted on every level, without those that are shown or below another comment', async () => {
  const postId = await writePost(tables);
  const parent = await reply(postId);
  const shown = await reply(postId, parent);
  await reply(postId, shown);
  let deepest = await reply(postId, parent);
  for (let depth = 0; depth < 13; depth += 1) deepest = await reply(postId, deepest);
  const other = await reply(postId);
  await reply(postId, other);

  const counts = await tables.countHiddenReplies({
    postId,
    parentIds: [parent, other],
    shownIds: [parent, shown, other],
  });
  expect([...counts]).toEqual(
    expect.arrayContaining([
      [parent, { count: 14, complete: true }],
      [other, { count: 1, complete: true }],
    ]),
  );
  expect(counts.size).toBe(2);
});

test('forum: a count of hidden replies stops at its maximum, and says so', async () => {
  const postId = await writePost(tables);
  const parent = await reply(postId);
  for (let count = 0; count < 5; count += 1) await reply(postId, parent);
  const request = { postId, parentIds: [parent], shownIds: [parent] };
  expect((await createHiddenReplyCount(tables.db, 5)(request)).get(parent)).toEqual({ count: 5, complete: true });
  expect((await createHiddenReplyCount(tables.db, 4)(request)).get(parent)).toEqual({ count: 5, complete: false });
});

test('forum: a thread without hidden replies has no counts', async () => {
  const id = await writePost(tables);
  await reply(id, await reply(id));
  expect((await tables.readModel.countHiddenReplies(await tables.readModel.getThread({ id }))).size).toBe(0);
});
