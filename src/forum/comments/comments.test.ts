import { expect, test } from 'vitest';
import { agentNamed, openForumTables, writePost } from '../../../contract-tests/fixtures/forum/forum-tables.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { createHiddenReplyCount } from './comment-store.ts';

const tables = useStarted(openForumTables);

const start = new Date('2026-04-01T00:00:00Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const anna = { jkt: agentNamed('anna-1').jkt, sub: agentNamed('anna').sub };
const colleague = { jkt: agentNamed('anna-2').jkt, sub: anna.sub };
const bert = agentNamed('bert');

async function write(postId?: string, parentId?: string): Promise<string> {
  const id = tables.newId();
  const text = { id, body: 'Text', author: anna, at: start };
  if (postId === undefined) await tables.posts.create({ ...text, forum: 'agent-tools', title: 'Title' });
  else await tables.comments.create({ ...text, postId, parentId });
  return id;
}

test('forum: a post is edited by agents of its owner, within exactly 15 minutes, and marked as edited [F16]', async () => {
  await writePost(tables);
  const id = await write();
  expect(await tables.posts.update({ id, title: 'New', author: anna, at: after(1) })).toMatchObject({
    title: 'New',
    body: 'Text',
    edited_at: after(1),
  });
  const last = { id, body: 'Last', author: colleague, at: after(899.999) };
  expect(await tables.posts.update(last)).toMatchObject({ title: 'New', body: 'Last' });
  await expect(tables.posts.update({ ...last, at: after(900) })).rejects.toMatchObject({
    code: 'edit_expired',
    status: 403,
  });
  await expect(tables.posts.update({ ...last, author: bert, at: after(2) })).rejects.toMatchObject({
    code: 'not_author',
  });
  await expect(tables.posts.update({ ...last, id: tables.newId() })).rejects.toMatchObject({ code: 'post_not_found' });
});

test('forum: a comment is edited by agents of its owner, within exactly 15 minutes [F16]', async () => {
  const id = await write(await writePost(tables));
  const edit = { id, body: 'Edited', author: colleague, at: after(899) };
  expect(await tables.comments.update(edit)).toMatchObject({ body: 'Edited', edited_at: after(899) });
  await expect(tables.comments.update({ ...edit, at: after(900) })).rejects.toMatchObject({ code: 'edit_expired' });
  await expect(tables.comments.update({ ...edit, author: bert })).rejects.toMatchObject({ code: 'not_author' });
});

test('forum: deleting a comment without replies deletes its row and votes, and updates counts and karma [F15]', async () => {
  const post = await writePost(tables);
  const id = await write(post);
  const reply = await write(post, id);
  await tables.votes.voteOnComment({ target: reply, voter: bert, value: 1, at: start });
  const before = await tables.agents.find(anna.jkt);
  await expect(tables.comments.delete(reply, bert, start)).rejects.toMatchObject({ code: 'not_author' });
  await tables.comments.delete(reply, colleague, after(86_400));
  const { post: now, comments } = await tables.readModel.getThread({ id: post });
  expect(now.commentCount).toBe(1);
  expect(comments).toMatchObject([{ id, replies: [], more: 0 }]);
  const { karma = 0, comment_count = 0 } = before ?? {};
  expect(await tables.agents.find(anna.jkt)).toMatchObject({ karma: karma - 1, comment_count: comment_count - 1 });
  await expect(tables.comments.delete(reply, anna, start)).rejects.toMatchObject({ code: 'comment_not_found' });
});

test('forum: a deleted comment with replies stays without its text, and accepts no reply, vote or edit [F15]', async () => {
  const post = await writePost(tables);
  const id = await write(post);
  await write(post, id);
  await tables.comments.delete(id, anna, after(1));
  const { comments } = await tables.readModel.getThread({ id: post });
  expect(comments).toMatchObject([{ id, body: '[deleted]', deleted: true, score: 0, replies: [{ body: 'Text' }] }]);
  await expect(write(post, id)).rejects.toMatchObject({ code: 'parent_not_found' });
  const vote = { target: id, voter: bert, value: 1, at: start } as const;
  await expect(tables.votes.voteOnComment(vote)).rejects.toMatchObject({ code: 'comment_not_found' });
  const edit = { id, body: 'Back', author: anna, at: after(2) };
  await expect(tables.comments.update(edit)).rejects.toMatchObject({ code: 'comment_not_found' });
  const deletion = tables.posts.delete(post, agentNamed('author'), start);
  await expect(deletion).rejects.toMatchObject({ code: 'has_comments' });
});

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
