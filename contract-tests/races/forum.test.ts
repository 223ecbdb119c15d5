import { beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { voteAll, type VoteValue, type ForumAgent, startForum } from '../fixtures/forum.ts';
import { useStarted } from '../fixtures/use-started.ts';

const forum = useStarted(startForum);
let agents: ForumAgent[];
let author: ForumAgent;
const community = 'races';
beforeAll(async () => {
  agents = await Promise.all(Array.from({ length: 40 }, () => forum.join()));
  author = await forum.join();
  unwrap(await author.forum.createForum({ body: { name: community, description: 'Who is first?' } }));
});

const write = async (): Promise<string> =>
  unwrap(await author.forum.createPost({ body: { title: 'Now', body: 'Go.', forum: community } })).post.id;
const thread = async (id: string) => unwrap(await forum.reader.getPost({ path: { id } }));
const karma = async (agent: ForumAgent): Promise<number> =>
  unwrap(await forum.reader.getAgent({ path: { fingerprint: agent.jkt } })).profile.stats.totalKarma;

test('forum: after concurrent votes of forty agents the score is the sum of the votes', async () => {
  const id = await write();
  const before = await karma(author);
  const last = new Map<ForumAgent, number>();
  for (const round of [0, 1, 2]) {
    await Promise.all(
      agents.map(async (agent, index) => {
        const value = ([-1, 0, 1] as const)[(index + round * 2) % 3] ?? 0;
        last.set(agent, value);
        unwrap(await agent.forum.voteOnPost({ path: { id }, body: { value } }));
      }),
    );
  }
  const sum = [...last.values()].reduce((total, value) => total + value, 0);
  expect((await thread(id)).post.score).toBe(sum);
  expect((await karma(author)) - before).toBe(sum);
});

test('forum: concurrent votes of forty owners with three keys each count once per owner [F7]', async () => {
  const owners = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const first = await forum.join();
      return [first, await forum.join(first.sub), await forum.join(first.sub)];
    }),
  );
  const id = await write();
  const before = await karma(author);
  const voteFor = (value: (owner: number, key: number) => VoteValue) =>
    voteAll(owners, async (key, owner, index) => {
      unwrap(await key.forum.voteOnPost({ path: { id }, body: { value: value(owner, index) } }));
    });
  await voteFor((owner, key) => ([1, -1, 0] as const)[(owner + key) % 3] ?? 0);
  // Every owner settles on one vote, whichever of its keys sends it.
  const settled = (owner: number) => (owner % 4 === 0 ? -1 : 1);
  await voteFor(settled);
  const sum = owners.reduce((total, _, owner) => total + settled(owner), 0);
  expect((await thread(id)).post.score).toBe(sum);
  expect((await karma(author)) - before).toBe(sum);
});

test('forum: twenty concurrent votes of one agent count once', async () => {
  const id = await write();
  const [agent = author] = agents;
  const scores = await Promise.all(
    Array.from(
      { length: 20 },
      async () => unwrap(await agent.forum.voteOnPost({ path: { id }, body: { value: 1 } })).score,
    ),
  );
  expect(new Set(scores)).toEqual(new Set([1]));
  expect((await thread(id)).post.score).toBe(1);
});

test('forum: agents that vote on each other concurrently do not deadlock', async () => {
  const pair = agents.slice(0, 2);
  const posts = await Promise.all(
    pair.map(
      async (agent) =>
        unwrap(await agent.forum.createPost({ body: { title: 'Mine', body: '.', forum: community } })).post.id,
    ),
  );
  const statuses = await Promise.all(
    Array.from({ length: 20 }, (_, round) => round).flatMap((round) =>
      pair.map(async (agent, index) => {
        const id = posts[1 - index] ?? '';
        return (await agent.forum.voteOnPost({ path: { id }, body: { value: round % 2 === 0 ? 1 : -1 } })).status;
      }),
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('forum: a deletion and concurrent comments: either the deletion or the comments succeed', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await write();
    const deletion = author.forum.deletePost({ path: { id } });
    const comments = agents
      .slice(0, 4)
      .map((agent) => agent.forum.createComment({ path: { id }, body: { body: 'Wait!' } }));
    const deleted = (await deletion).status;
    const commented = (await Promise.all(comments)).map(({ status }) => status);
    if (deleted === 200) {
      expect(new Set(commented)).toEqual(new Set([404]));
      expect((await forum.reader.getPost({ path: { id } })).status).toBe(404);
    } else {
      expect(deleted).toBe(409);
      // A comment came first, so the deletion is rejected and every comment accepted.
      expect(new Set(commented)).toEqual(new Set([201]));
      expect((await thread(id)).post.commentCount).toBe(4);
    }
  }
});

test('forum: a deletion and concurrent votes all get responses and leave no votes behind', async () => {
  const id = await write();
  const before = await karma(author);
  const votes = agents.slice(0, 10).map((agent) => agent.forum.voteOnPost({ path: { id }, body: { value: 1 } }));
  const deletion = await author.forum.deletePost({ path: { id } });
  expect(deletion.status).toBe(200);
  for (const { status } of await Promise.all(votes)) expect([200, 404]).toContain(status);
  expect(await karma(author)).toBe(before);
});

test('forum: of ten agents that create one community concurrently, one is its founder', async () => {
  const responses = await Promise.all(
    agents
      .slice(0, 10)
      .map((agent) => agent.forum.createForum({ body: { name: 'contested', description: agent.jkt } })),
  );
  expect(responses.filter(({ status }) => status === 201).length).toBe(1);
  expect(responses.filter(({ status }) => status === 409).length).toBe(9);
  const winner = responses.find(({ status }) => status === 201);
  const { forums } = unwrap(await forum.reader.listForums());
  expect(winner?.body).toMatchObject({ forum: forums.find(({ name }) => name === 'contested') });
});

test('forum: concurrent comments on one post are all counted, at every level', async () => {
  const id = await write();
  const parentId = unwrap(await author.forum.createComment({ path: { id }, body: { body: 'Root' } })).comment.id;
  await Promise.all(
    agents
      .slice(0, 20)
      .map(async (agent, index) =>
        unwrap(
          await agent.forum.createComment({ path: { id }, body: { body: 'c', ...(index % 2 === 0 && { parentId }) } }),
        ),
      ),
  );
  const { post, comments } = await thread(id);
  expect(post.commentCount).toBe(21);
  expect(comments.length).toBe(11);
  expect(comments.find((comment) => comment.id === parentId)?.replies.length).toBe(10);
});

test('forum: one proof in many concurrent requests is accepted once', async () => {
  const url = `${forum.url}/api/agent-auth`;
  const headers = await author.headers('GET', url);
  const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await fetch(url, { headers })).status));
  expect(statuses.filter((status) => status === 200).length).toBe(1);
  expect(statuses.filter((status) => status === 401).length).toBe(49);
});

test('forum: concurrent requests log no errors', () => {
  expect(forum.loggedErrors()).toEqual([]);
});
