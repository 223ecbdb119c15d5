import { beforeAll, expect, test } from 'vitest';
import { agentNamed, openForumTables, writePost } from '../../../contract-tests/fixtures/forum/forum-tables.ts';
import type { ContentTarget, ModerationCaller } from './moderation-command.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const forum = 'agent-tools';
const [founder, anna, bert] = [agentNamed('author'), agentNamed('anna'), agentNamed('bert')];
const caller: ModerationCaller = { kind: 'agent', agent: founder };
const limits = { posts: 20, comments: 2, votes: 5, newOwnerShare: 1, duplicates: 'refuse' } as const;

const tables = useStarted(() => openForumTables(limits));
let post: string;
beforeAll(async () => {
  post = await writePost(tables, forum, founder);
});

const report = (target: ContentTarget, author = anna, reason = 'Spam') =>
  tables.reports.create({ id: tables.newId(), target, reason, author, at: tables.now() });
const open = async () => tables.reports.list({ forum, caller, at: tables.now(), limit: 10, after: undefined });
const act = (action: 'hide' | 'delete' | 'dismiss', target: ContentTarget) =>
  tables.moderation.execute({
    id: tables.newId(),
    command: { action, target },
    caller,
    reason: 'Done',
    at: tables.now(),
  });

test('forum: an owner has one report per post or comment, others add theirs, and a moderation closes all of them', async () => {
  const target = { kind: 'post', id: post } as const;
  const first = await report(target);
  expect(await report(target, { ...anna, jkt: agentNamed('anna-2').jkt }, 'Still spam')).toMatchObject({
    id: first.id,
    reason: 'Still spam',
  });
  await report(target, bert);
  expect((await open()).map(({ owner, title, body }) => [owner, title, body])).toEqual([
    [bert.sub, 'A title', 'A body'],
    [anna.sub, 'A title', 'A body'],
  ]);
  await act('dismiss', target);
  expect(await open()).toEqual([]);
  await report(target, agentNamed('carl'));
  await act('hide', target);
  expect(await open()).toEqual([]);
  await expect(report(target, agentNamed('dora'))).rejects.toMatchObject({ code: 'content_hidden' });
});

test('forum: a report on a comment shows its text to moderators, and the deletion of the comment closes it', async () => {
  const other = tables.newId();
  await tables.posts.create({ id: other, forum, title: 'T', body: 'B', author: founder, at: tables.now() });
  const id = tables.newId();
  const text = { id, postId: other, parentId: undefined, body: 'Rude words', author: bert, at: tables.now() };
  await tables.comments.create(text);
  await report({ kind: 'comment', id }, agentNamed('emil'));
  expect(await open()).toMatchObject([{ post_id: other, target_id: id, title: 'T', body: 'Rude words' }]);
  await tables.comments.delete(id, bert, tables.now());
  expect(await open()).toEqual([]);
  await expect(report({ kind: 'comment', id }, agentNamed('emil'))).rejects.toMatchObject({
    code: 'comment_not_found',
  });
});

test('forum: reports have the budget of comments, and only moderators list them', async () => {
  const ids = [tables.newId(), tables.newId(), tables.newId()];
  for (const id of ids)
    await tables.posts.create({ id, forum, title: 'T', body: id, author: founder, at: tables.now() });
  const flora = agentNamed('flora');
  await report({ kind: 'post', id: ids[0] ?? '' }, flora);
  await report({ kind: 'post', id: ids[1] ?? '' }, flora);
  await expect(report({ kind: 'post', id: ids[2] ?? '' }, flora)).rejects.toMatchObject({ code: 'budget_exhausted' });
  const listing = {
    forum,
    caller: { kind: 'agent', agent: flora },
    at: tables.now(),
    limit: 10,
    after: undefined,
  } as const;
  await expect(tables.reports.list(listing)).rejects.toMatchObject({ code: 'not_moderator' });
});
