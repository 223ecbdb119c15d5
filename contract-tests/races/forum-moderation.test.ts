import { beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type ForumAgent, startForum } from '../fixtures/forum.ts';
import { useStarted } from '../fixtures/use-started.ts';

const forum = useStarted(startForum);
let agents: ForumAgent[];
let founder: ForumAgent;
let moderator: ForumAgent;
const community = 'races';
beforeAll(async () => {
  agents = await Promise.all(Array.from({ length: 12 }, () => forum.join()));
  [founder, moderator] = [await forum.join(), await forum.join()];
  unwrap(await founder.forum.createForum({ body: { name: community, description: 'Who is first?' } }));
  unwrap(await founder.forum.setModerator({ path: { name: community, owner: moderator.sub } }));
});

const write = async (author = founder): Promise<string> =>
  unwrap(await author.forum.createPost({ body: { title: 'Now', body: 'Go.', forum: community } })).post.id;
const thread = async (id: string) => unwrap(await forum.reader.getPost({ path: { id } }));
const comment = (agent: ForumAgent, id: string) => agent.forum.createComment({ path: { id }, body: { body: 'Wait!' } });
type Content = { readonly postId: string } | { readonly commentId: string };
const act = (action: 'hide' | 'unhide' | 'lock' | 'delete' | 'pin', about: Content, by = moderator) =>
  by.forum.createModerationAction({ body: { action, ...about, reason: 'Race' } });
const statusesOf = async (requests: readonly Promise<{ readonly status: number }>[]): Promise<number[]> =>
  (await Promise.all(requests)).map(({ status }) => status);
const countOf = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length;

test('forum: of a moderator’s deletion and concurrent comments, each comment is in the thread or refused', async () => {
  for (let round = 0; round < 8; round += 1) {
    const id = await write();
    const comments = agents.slice(0, 4).map((agent) => comment(agent, id));
    const [deleted, statuses] = [await act('delete', { postId: id }), await statusesOf(comments)];
    expect(deleted.status).toBe(201);
    for (const status of statuses) expect([201, 404]).toContain(status);
    const accepted = countOf(statuses, 201);
    const left = await forum.reader.getPost({ path: { id } });
    // Without a comment the whole post is gone, otherwise its tombstone holds the comments.
    if (accepted === 0) expect(left.status).toBe(404);
    else expect(unwrap(left)).toMatchObject({ post: { title: '[deleted]', commentCount: accepted } });
  }
});

test('forum: a ban and concurrent posts of the owner: no post appears after the ban is confirmed [F17]', async () => {
  for (let round = 0; round < 5; round += 1) {
    const spammer = await forum.join();
    const second = await forum.join(spammer.sub);
    const posts = [spammer, second, spammer, second, spammer, second].map((agent, index) =>
      agent.forum.createPost({ body: { title: `Spam ${index}`, body: 'Buy.', forum: community } }),
    );
    const body = { action: 'ban', owner: spammer.sub, forum: community, reason: 'Spam' } as const;
    const banned = await moderator.forum.createModerationAction({ body });
    expect(banned.status).toBe(201);
    const before = await postsOf(spammer.sub);
    const statuses = await statusesOf(posts);
    for (const status of statuses) expect([201, 403]).toContain(status);
    expect(await postsOf(spammer.sub)).toBe(before);
    expect(countOf(statuses, 201)).toBe(before);
  }
});

test('forum: a ban of a key and concurrent posts of it: no post appears after the ban is confirmed [F17]', async () => {
  for (let round = 0; round < 5; round += 1) {
    const spammer = await forum.join();
    const known = await write(spammer);
    const posts = Array.from({ length: 6 }, (_, index) =>
      spammer.forum.createPost({ body: { title: `Spam ${index}`, body: `Buy ${index}.`, forum: community } }),
    );
    const fingerprint = (await thread(known)).post.fingerprint;
    const body = { action: 'ban', fingerprint, forum: community, reason: 'Spam' } as const;
    expect((await moderator.forum.createModerationAction({ body })).status).toBe(201);
    const before = await postsOf(spammer.sub);
    const statuses = await statusesOf(posts);
    for (const status of statuses) expect([201, 403]).toContain(status);
    expect(await postsOf(spammer.sub)).toBe(before);
    expect(countOf(statuses, 201)).toBe(before - 1);
  }
});

async function postsOf(owner: string): Promise<number> {
  const response = await forum.reader.getOwner({ path: { owner } });
  return response.status === 404 ? 0 : unwrap(response).posts.length;
}

test('forum: a post hidden during votes: accepted votes are the score, later ones are refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await write();
    const votes = agents.map((agent) => agent.forum.voteOnPost({ path: { id }, body: { value: 1 } }));
    const hidden = await act('hide', { postId: id });
    expect(hidden.status).toBe(201);
    const { score } = (await thread(id)).post;
    const statuses = await statusesOf(votes);
    for (const status of statuses) expect([200, 403]).toContain(status);
    expect(countOf(statuses, 200)).toBe(score);
    expect((await thread(id)).post.score).toBe(score);
  }
});

test('forum: a comment hidden during votes and replies: what was accepted counts, and nothing after it', async () => {
  const id = await write();
  const commentId = unwrap(await comment(founder, id)).comment.id;
  const votes = agents.map((agent) => agent.forum.voteOnComment({ path: { id: commentId }, body: { value: 1 } }));
  const replies = agents.map((agent) =>
    agent.forum.createComment({ path: { id }, body: { body: 'Reply', parentId: commentId } }),
  );
  expect((await act('hide', { commentId })).status).toBe(201);
  const [voted, replied] = [await statusesOf(votes), await statusesOf(replies)];
  const [shown] = (await thread(id)).comments;
  expect(shown).toMatchObject({ body: '[hidden]', score: countOf(voted, 200) });
  expect(shown?.replies.length).toBe(countOf(replied, 201));
  for (const status of voted) expect([200, 403]).toContain(status);
  for (const status of replied) expect([201, 403]).toContain(status);
});

test('forum: a thread locked during comments has exactly the accepted ones', async () => {
  const id = await write();
  const comments = agents.map((agent) => comment(agent, id));
  expect((await act('lock', { postId: id })).status).toBe(201);
  const { commentCount } = (await thread(id)).post;
  const statuses = await statusesOf(comments);
  for (const status of statuses) expect([201, 403]).toContain(status);
  expect(countOf(statuses, 201)).toBe(commentCount);
});

test('forum: of ten moderators that hide one post concurrently one does, and the log has one entry', async () => {
  const id = await write();
  const statuses = await statusesOf(Array.from({ length: 10 }, () => act('hide', { postId: id })));
  expect([countOf(statuses, 201), countOf(statuses, 409)]).toEqual([1, 9]);
  const { actions } = unwrap(await forum.reader.listModerationActions({ query: { forum: community, limit: 20 } }));
  expect(actions.filter(({ postId }) => postId === id).length).toBe(1);
});

test('forum: of eight posts that are pinned concurrently five are', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => write()));
  const statuses = await statusesOf(ids.map((postId) => act('pin', { postId })));
  expect([countOf(statuses, 201), countOf(statuses, 409)]).toEqual([5, 3]);
  expect(unwrap(await forum.reader.listPosts({ query: { forum: community } })).pinned?.length).toBe(5);
});

test('forum: two moderators that ban each other concurrently get responses, and so do reports on what is deleted', async () => {
  const [one, two] = [await forum.join(), await forum.join()];
  unwrap(await one.forum.createForum({ body: { name: 'mutual-one', description: 'Of one.' } }));
  unwrap(await two.forum.createForum({ body: { name: 'mutual-two', description: 'Of two.' } }));
  const about = { action: 'ban', reason: 'Race' } as const;
  const bans = [
    one.forum.createModerationAction({ body: { ...about, owner: two.sub, forum: 'mutual-one' } }),
    two.forum.createModerationAction({ body: { ...about, owner: one.sub, forum: 'mutual-two' } }),
  ];
  expect(await statusesOf(bans)).toEqual([201, 201]);

  const id = await write();
  const reports = agents.map((agent) => agent.forum.createReport({ body: { postId: id, reason: 'Spam' } }));
  expect((await act('delete', { postId: id })).status).toBe(201);
  for (const status of await statusesOf(reports)) expect([201, 404]).toContain(status);
  const { reports: open } = unwrap(await moderator.forum.listReports({ query: { forum: community } }));
  expect(open.filter(({ postId }) => postId === id)).toEqual([]);
});

test('forum: an erasure during votes, comments and posts of the owner leaves none of its keys, and exact scores', async () => {
  const leaving = await forum.join();
  const second = await forum.join(leaving.sub);
  const ids = await Promise.all(Array.from({ length: 6 }, () => write()));
  const writes = ids.flatMap((id) => [
    leaving.forum.voteOnPost({ path: { id }, body: { value: 1 } }),
    comment(second, id),
    ...agents.slice(0, 3).map((agent) => agent.forum.voteOnPost({ path: { id }, body: { value: 1 } })),
  ]);
  await Promise.all(writes.slice(0, 6));
  const erased = await leaving.forum.deleteOwner({ path: { owner: leaving.sub } });
  expect([200, 404]).toContain(erased.status);
  await Promise.all(writes);
  // What came after the erasure is the owner's again, until the next one.
  const last = await leaving.forum.deleteOwner({ path: { owner: leaving.sub } });
  expect([200, 404]).toContain(last.status);
  for (const id of ids) {
    const { post, comments } = await thread(id);
    expect(post.score).toBe(3);
    expect(JSON.stringify(comments)).not.toMatch(new RegExp(`${leaving.sub}|${leaving.jkt}|${second.jkt}`));
  }
});

test('forum: concurrent moderation logs no errors', () => {
  expect(forum.loggedErrors()).toEqual([]);
});
