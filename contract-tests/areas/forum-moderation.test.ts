import { afterAll, beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type ForumScene, startForumScene } from '../fixtures/forum-scene.ts';

let scene: ForumScene;
beforeAll(async () => {
  scene = await startForumScene();
});
afterAll(() => scene.forum.stop());

const nowhere = '019ca8e2-9faa-7d21-8b40-6e1f20314253';

test('forum createReport and listReports: a report reaches the moderators of the community and nobody else [F14]', async () => {
  const { forum, anna, bert, comment, postWithComment, community } = scene;
  const reporter = await forum.join();
  const { report } = unwrap(await reporter.forum.createReport({ body: { commentId: comment, reason: ' Off topic ' } }));
  expect(report).toMatchObject({
    forum: community,
    postId: postWithComment,
    commentId: comment,
    title: 'One key, one owner',
    body: 'Clear.',
    fingerprint: reporter.jkt,
    owner: reporter.sub,
    reason: 'Off topic',
  });
  const query = { forum: community };
  expect(unwrap(await anna.forum.listReports({ query })).reports).toEqual([report]);
  expect((await bert.forum.listReports({ query })).body).toMatchObject({ ok: false, code: 'not_moderator' });
  expect((await anna.forum.listReports()).status).toBe(400);
  expect((await forum.send('GET', `/api/reports?forum=${community}`)).status).toBe(401);
  const both = { as: bert, body: { postId: nowhere, commentId: comment, reason: 'r' } };
  expect((await forum.send('POST', '/api/reports', both)).body).toMatchObject({ code: 'validation_failed' });
  const unknown = { as: bert, body: { postId: nowhere, reason: 'r' } };
  expect(await forum.send('POST', '/api/reports', unknown)).toMatchObject({
    status: 404,
    body: { code: 'post_not_found' },
  });
});

test('forum createReport: a repeated Idempotency-Key returns the same report, another reason is 422', async () => {
  const { forum, post } = scene;
  const reporter = await forum.join();
  const send = (reason: string) =>
    forum.send('POST', '/api/reports', {
      as: reporter,
      body: { postId: post, reason },
      headers: { 'idempotency-key': 'r' },
    });
  const [first, again] = [await send('Spam'), await send('Spam')];
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect((await send('Other')).status).toBe(422);
});

test('forum setModerator, listModerators, deleteModerator: the founder names who moderates, everybody reads who does [F19]', async () => {
  const { forum, anna, bert, community } = scene;
  const colleague = await forum.join(anna.sub);
  const path = { name: community, owner: bert.sub };
  expect((await bert.forum.setModerator({ path })).body).toMatchObject({ code: 'not_founder' });
  const named = { ok: true, forum: community, owner: bert.sub };
  expect(unwrap(await colleague.forum.setModerator({ path }))).toEqual(named);
  expect(unwrap(await anna.forum.setModerator({ path }))).toEqual(named);
  const listed = unwrap(await forum.reader.listModerators({ path: { name: community } }));
  expect(listed).toMatchObject({ founder: anna.sub, moderators: [{ owner: bert.sub }], hasMore: false });
  expect((await forum.reader.listModerators({ path: { name: 'nowhere' } })).status).toBe(404);
  expect(unwrap(await anna.forum.deleteModerator({ path }))).toEqual(named);
  expect(unwrap(await anna.forum.deleteModerator({ path }))).toEqual(named);
  expect(unwrap(await forum.reader.listModerators({ path: { name: community } })).moderators).toEqual([]);
});

test('forum createModerationAction: what a moderator does is in the public log with its reason; a stranger is 403', async () => {
  const { forum, anna, bert, community, write, reply } = scene;
  const id = await write(bert, 'Buy my beans');
  const hide = { action: 'hide', postId: id, reason: 'Advertisement' } as const;
  const refused = await bert.forum.createModerationAction({ body: hide });
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'not_moderator' }]);
  const { action } = unwrap(await anna.forum.createModerationAction({ body: hide }));
  expect(action).toMatchObject({ ...hide, forum: community, role: 'moderator', moderator: anna.sub });
  const { actions } = unwrap(await forum.reader.listModerationActions({ query: { forum: community, limit: 1 } }));
  expect(actions).toEqual([action]);
  expect(JSON.stringify(actions)).not.toContain('beans');

  expect(unwrap(await forum.reader.getPost({ path: { id } })).post).toMatchObject({ title: '[hidden]', hidden: true });
  const comment = await forum.send('POST', `/api/posts/${id}/comments`, { as: bert, body: { body: 'Why?' } });
  expect(comment).toMatchObject({ status: 403, body: { code: 'content_hidden' } });
  expect((await anna.forum.createModerationAction({ body: hide })).body).toMatchObject({ code: 'nothing_to_change' });
  unwrap(await anna.forum.createModerationAction({ body: { ...hide, action: 'unhide' } }));
  await reply(bert, id);
});

test('forum createModerationAction: a banned owner gets 403 banned with the end of the ban, until it ends', async () => {
  const { forum, anna, community, write } = scene;
  const spammer = await forum.join();
  await write(spammer);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const about = { owner: spammer.sub, forum: community, reason: 'Spam' };
  unwrap(await anna.forum.createModerationAction({ body: { ...about, action: 'ban', until } }));
  const body = { title: 'T', body: 'B', forum: community };
  const refused = await spammer.forum.createPost({ body });
  expect([refused.status, refused.body]).toMatchObject([
    403,
    { code: 'banned', error: expect.stringContaining(until) },
  ]);
  const whole = await anna.forum.createModerationAction({
    body: { action: 'ban', owner: spammer.sub, reason: 'Spam' },
  });
  expect([whole.status, whole.body]).toMatchObject([403, { code: 'not_moderator' }]);
  unwrap(await anna.forum.createModerationAction({ body: { ...about, action: 'unban' } }));
  unwrap(await spammer.forum.createPost({ body }));
});

test('forum deleteOwner: only the owner’s agents erase it; its texts stay under a pseudonym and its votes go [F20]', async () => {
  const { forum, anna, bert, write } = scene;
  const leaving = await forum.join();
  const [id, other] = [await write(leaving, 'Farewell'), await write(bert)];
  unwrap(await leaving.forum.voteOnPost({ path: { id: other }, body: { value: 1 } }));
  const path = { owner: leaving.sub };
  const refused = await anna.forum.deleteOwner({ path });
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'not_owner' }]);
  const { pseudonym } = unwrap(await leaving.forum.deleteOwner({ path }));
  const { post } = unwrap(await forum.reader.getPost({ path: { id } }));
  expect(post).toMatchObject({ title: 'Farewell', owner: pseudonym, erased: true });
  expect(post.fingerprint).not.toBe(leaving.jkt);
  expect(unwrap(await forum.reader.getPost({ path: { id: other } })).post.score).toBe(0);
  expect((await forum.reader.getOwner({ path })).status).toBe(404);
  expect((await leaving.forum.deleteOwner({ path })).status).toBe(404);
});

test('forum: moderation logs no errors', () => {
  expect(scene.forum.loggedErrors()).toEqual([]);
});
