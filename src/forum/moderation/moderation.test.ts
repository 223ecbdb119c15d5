import { beforeAll, expect, test } from 'vitest';
import { agentNamed, openForumTables, writePost } from '../../../contract-tests/fixtures/forum/forum-tables.ts';
import type { Agent } from '../people/agent-store.ts';
import { type ContentActionName, type ModerationCaller, readModerationCommand } from './moderation-command.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const forum = 'agent-tools';
const [founder, moderator, stranger, writer] = ['author', 'mona', 'sten', 'wera'].map(agentNamed) as [
  Agent,
  Agent,
  Agent,
  Agent,
];
const administrator: ModerationCaller = { kind: 'administrator', id: 'bootstrap' };
const by = (agent: Agent): ModerationCaller => ({ kind: 'agent', agent });

const tables = useStarted(openForumTables);
let post: string;
beforeAll(async () => {
  post = await writePost(tables, forum, founder);
  await tables.moderators.add({ forum, owner: moderator.sub, caller: by(founder), at: tables.now() });
});

const write = async (author = writer): Promise<string> => {
  const id = tables.newId();
  await tables.posts.create({ id, forum, title: 'Title', body: 'Body', author, at: tables.now() });
  return id;
};
const reply = async (postId: string, parentId?: string, author = writer): Promise<string> => {
  const id = tables.newId();
  await tables.comments.create({ id, postId, parentId, body: 'Reply', author, at: tables.now() });
  return id;
};
const act = (action: ContentActionName, kind: 'post' | 'comment', id: string, caller = by(moderator)) =>
  tables.moderation.execute({
    id: tables.newId(),
    command: { action, target: { kind, id } },
    caller,
    reason: 'Because',
    at: tables.now(),
  });
const vote = (target: string) => ({ target, voter: stranger, value: 1, at: tables.now() }) as const;
const listed = async () => (await tables.readModel.listPosts({ sort: 'new', limit: 100 })).items.map(({ id }) => id);

test('forum: a hidden post leaves all lists, shows no text, and takes no votes, comments or edits until it is shown again [F17]', async () => {
  const id = await write();
  await act('hide', 'post', id);
  const { readModel } = tables;
  expect(await listed()).not.toContain(id);
  expect((await readModel.getAgent(writer.jkt)).posts.map((one) => one.id)).not.toContain(id);
  expect((await readModel.getOwner(writer.sub)).posts.map((one) => one.id)).not.toContain(id);
  expect((await readModel.listPostTimes(100)).map(({ url }) => url.includes(id))).not.toContain(true);
  expect((await readModel.search({ q: 'body' })).results.map((one) => one.id)).not.toContain(id);
  expect(await readModel.listPostTitles([id])).toEqual(new Map([[id, '[hidden]']]));
  expect((await readModel.getThread({ id })).post).toMatchObject({ title: '[hidden]', body: '[hidden]', hidden: true });
  await expect(tables.votes.voteOnPost(vote(id))).rejects.toMatchObject({ code: 'content_hidden', status: 403 });
  await expect(reply(id)).rejects.toMatchObject({ code: 'content_hidden' });
  const edit = { id, body: 'New', author: writer, at: tables.now() };
  await expect(tables.posts.update(edit)).rejects.toMatchObject({ code: 'content_hidden' });
  await act('unhide', 'post', id);
  expect(await listed()).toContain(id);
  expect((await readModel.getThread({ id })).post).toMatchObject({ title: 'Title', body: 'Body' });
});

test('forum: a hidden comment keeps its place and its replies, without its text, and takes no votes or replies', async () => {
  const id = await write();
  const comment = await reply(id);
  const answerToComment = await reply(id, comment);
  await act('hide', 'comment', comment);
  const [shown] = (await tables.readModel.getThread({ id })).comments;
  expect(shown).toMatchObject({
    id: comment,
    body: '[hidden]',
    hidden: true,
    replies: [{ id: answerToComment, body: 'Reply' }],
  });
  await expect(tables.votes.voteOnComment(vote(comment))).rejects.toMatchObject({ code: 'content_hidden' });
  await expect(reply(id, comment)).rejects.toMatchObject({ code: 'content_hidden' });
  expect((await tables.readModel.getThread({ id })).comments[0]?.replies.length).toBe(1);
  expect((await tables.readModel.getAgent(writer.jkt)).comments.map((one) => one.id)).not.toContain(comment);
  expect((await tables.readModel.search({ q: 'reply' })).results.map((one) => one.id)).not.toContain(comment);
});

test('forum: a locked post takes no comments but votes, until it is unlocked [F17]', async () => {
  const id = await write();
  await act('lock', 'post', id);
  await expect(reply(id)).rejects.toMatchObject({ code: 'post_locked', status: 403 });
  expect(await tables.votes.voteOnPost(vote(id))).toBe(1);
  expect((await tables.readModel.getThread({ id })).post.locked).toBe(true);
  await act('unlock', 'post', id);
  await reply(id);
});

test('forum: a community pins at most five posts, the last pinned first, on the first page of its list', async () => {
  const ids = [];
  for (let count = 0; count < 6; count += 1) ids.push(await write());
  for (const id of ids.slice(0, 5)) await act('pin', 'post', id);
  await expect(act('pin', 'post', ids[5] ?? '')).rejects.toMatchObject({ code: 'too_many_pinned', status: 409 });
  const first = await tables.readModel.listPosts({ forum, sort: 'new', limit: 3 });
  expect(first.pinned?.map(({ id, pinned }) => [id, pinned])).toEqual(
    ids
      .slice(0, 5)
      .toReversed()
      .map((id) => [id, true]),
  );
  const second = await tables.readModel.listPosts({ forum, sort: 'new', limit: 3, cursor: first.nextCursor ?? '' });
  expect([second.pinned, (await tables.readModel.listPosts({})).pinned]).toEqual([undefined, undefined]);
  for (const id of ids.slice(0, 5)) await act('unpin', 'post', id);
  expect((await tables.readModel.listPosts({ forum })).pinned).toEqual([]);
});

test('forum: moderators delete a post with comments to a tombstone, and one without them wholly', async () => {
  const [kept, gone] = [await write(), await write()];
  const comment = await reply(kept);
  await tables.votes.voteOnPost(vote(kept));
  const before = await tables.readModel.getAgent(writer.jkt);
  await act('delete', 'post', kept);
  await act('delete', 'post', gone);
  const after = await tables.readModel.getAgent(writer.jkt);
  expect(after.profile.stats.postCount).toBe(before.profile.stats.postCount - 2);
  expect(after.profile.stats.totalKarma).toBe(before.profile.stats.totalKarma - 1);
  const thread = await tables.readModel.getThread({ id: kept });
  expect(thread.post).toMatchObject({ title: '[deleted]', body: '[deleted]', score: 0, deleted: true });
  expect(thread.post.hidden).toBeUndefined();
  expect(thread.comments.map(({ id }) => id)).toEqual([comment]);
  await expect(tables.readModel.getThread({ id: gone })).rejects.toMatchObject({ code: 'post_not_found' });
  for (const id of [kept, gone]) {
    expect(await listed()).not.toContain(id);
    await expect(reply(id)).rejects.toMatchObject({ code: 'post_not_found' });
    await expect(act('unhide', 'post', id)).rejects.toMatchObject({ code: 'post_not_found' });
    await expect(tables.votes.voteOnPost(vote(id))).rejects.toMatchObject({ code: 'post_not_found' });
    await expect(tables.posts.delete(id, writer, tables.now())).rejects.toMatchObject({ code: 'post_not_found' });
  }
});

test('forum: strangers and removed moderators moderate nothing; an action that changes nothing is refused and not logged', async () => {
  const id = await write();
  await expect(act('hide', 'post', id, by(stranger))).rejects.toMatchObject({ code: 'not_moderator', status: 403 });
  const other = { forum, owner: stranger.sub, at: tables.now() };
  await expect(tables.moderators.add({ ...other, caller: by(moderator) })).rejects.toMatchObject({
    code: 'not_founder',
  });
  await tables.moderators.add({ ...other, caller: by(founder) });
  await tables.moderators.add({ ...other, caller: by(founder) });
  await act('hide', 'post', id, by(stranger));
  await tables.moderators.remove({ ...other, caller: administrator });
  await expect(act('unhide', 'post', id, by(stranger))).rejects.toMatchObject({ code: 'not_moderator' });
  await expect(act('hide', 'post', id, administrator)).rejects.toMatchObject({
    code: 'nothing_to_change',
    status: 409,
  });
  await expect(act('unlock', 'post', id)).rejects.toMatchObject({ code: 'nothing_to_change' });
  await expect(act('dismiss', 'post', id)).rejects.toMatchObject({ code: 'nothing_to_change' });
  await expect(act('hide', 'comment', post)).rejects.toMatchObject({ code: 'comment_not_found' });
  const { actions } = await tables.readModel.listModerationActions({ forum, limit: 1 });
  expect(actions).toMatchObject([{ action: 'hide', postId: id, role: 'moderator', moderator: stranger.sub }]);
});

test('forum: the log names who acted, on what and why, newest first, page by page, and no text [F18]', async () => {
  const id = await write();
  await act('lock', 'post', id);
  await act('unlock', 'post', id, administrator);
  const first = await tables.readModel.listModerationActions({ forum, limit: 1 });
  expect(first.actions).toMatchObject([{ action: 'unlock', postId: id, role: 'administrator', reason: 'Because' }]);
  expect(first.actions[0]).not.toHaveProperty('moderator');
  const second = await tables.readModel.listModerationActions({ forum, limit: 1, cursor: first.nextCursor ?? '' });
  expect(second.actions).toMatchObject([{ action: 'lock', role: 'moderator', moderator: moderator.sub }]);
  expect(JSON.stringify([first, second])).not.toMatch(/Title|Body|bootstrap/);
  const unknown = tables.readModel.listModerationActions({ forum: 'unknown' });
  await expect(unknown).rejects.toMatchObject({ code: 'forum_not_found' });
  const foreign = tables.readModel.listModerationActions({ cursor: first.nextCursor ?? '' });
  await expect(foreign).rejects.toMatchObject({ code: 'validation_failed' });
});

test('forum: a repeated moderation with its Idempotency-Key returns the first entry, with another action it is refused', async () => {
  const id = await write();
  const hide = {
    command: { action: 'hide', target: { kind: 'post', id } },
    caller: administrator,
    reason: 'Because',
    at: tables.now(),
    idempotency: { key: 'k', requestHash: 'a' },
  } as const;
  const first = await tables.moderation.execute({ ...hide, id: tables.newId() });
  expect(await tables.moderation.execute({ ...hide, id: tables.newId() })).toEqual(first);
  const other = { ...hide, id: tables.newId(), idempotency: { key: 'k', requestHash: 'b' } };
  await expect(tables.moderation.execute(other)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
});

const now = new Date('2026-03-01T00:00:00Z');
const id = '019ca8e2-9faa-7d21-8b40-6e1f20314253';
const owner = '5f3c9a1e7b2d4860a1c2e3f405162738';
const read = (body: object) => readModerationCommand({ action: 'hide', reason: 'r', ...body }, now);

test('forum moderation: a command contains its action and the target of the action', () => {
  expect(read({ postId: id })).toEqual({ action: 'hide', target: { kind: 'post', id } });
  expect(read({ action: 'delete', commentId: id })).toEqual({ action: 'delete', target: { kind: 'comment', id } });
  expect(read({ action: 'ban', owner, until: '2026-03-01T00:00:00.001Z' })).toEqual({
    action: 'ban',
    subject: { owner },
    forum: undefined,
    until: new Date(now.getTime() + 1),
  });
});

test.each([
  ['hide with a post and a comment', { postId: id, commentId: id }],
  ['hide without a post or comment', {}],
  ['lock with a comment', { action: 'lock', commentId: id }],
  ['hide with a post and a community', { postId: id, forum: 'tools' }],
  ['hide with a post and an end', { postId: id, until: '2027-01-01T00:00:00Z' }],
  ['ban with an owner and a key', { action: 'ban', owner, fingerprint: 'k' }],
  ['ban without an owner', { action: 'ban' }],
  ['ban with an owner and a post', { action: 'ban', owner, postId: id }],
  ['ban with an end that has passed', { action: 'ban', owner, until: '2026-03-01T00:00:00Z' }],
  ['ban with a leap second as its end', { action: 'ban', owner, until: '2026-06-30T23:59:60Z' }],
  ['unban with an end', { action: 'unban', owner, until: '2027-01-01T00:00:00Z' }],
])('forum moderation: %s is rejected as validation_failed', (_what, body) => {
  expect(() => read(body)).toThrow(expect.objectContaining({ code: 'validation_failed', status: 400 }));
});
