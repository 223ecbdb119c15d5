import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createForumClient, type ForumClient } from '../../generated/forum/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { voteAll, type VoteValue, type ForumAgent, type RunningForum, startForum } from '../fixtures/forum.ts';

/** Only on PostgreSQL: the embedded engine belongs to one process. */
describe.skipIf(process.env['TEST_DATABASE_URL'] === undefined)('forum: two processes on one database', () => {
  let forum: RunningForum;
  let other: RunningForum;
  let author: ForumAgent;
  const community = 'races';
  beforeAll(async () => {
    forum = await startForum();
    const env = { DATABASE_URL: forum.platform.env['DATABASE_URL'], SSO_BASE_URL: forum.issuer.issuer };
    other = await startForum({ env });
    author = await forum.join();
    unwrap(await author.forum.createForum({ body: { name: community, description: 'Who is first?' } }));
  });
  afterAll(async () => {
    await other.platform.stop();
    await other.issuer.close();
    await forum.stop();
    expect([...forum.loggedErrors(), ...other.loggedErrors()]).toEqual([]);
  });

  /** A client of the agent at the first process or at the other one, in turn. */
  const at = (agent: ForumAgent, turn: number): ForumClient =>
    turn % 2 === 0 ? agent.forum : createForumClient({ baseUrl: other.url, middleware: [agent.middleware] });
  const write = async (): Promise<string> =>
    unwrap(await author.forum.createPost({ body: { title: 'Now', body: 'Go.', forum: community } })).post.id;
  const karma = async (): Promise<number> =>
    unwrap(await forum.reader.getAgent({ path: { fingerprint: author.jkt } })).profile.stats.totalKarma;

  test('forum: forty owners that vote with three keys each at both processes have one vote each, on a post and a comment', async () => {
    const owners = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const first = await forum.join();
        return [first, await forum.join(first.sub), await forum.join(first.sub)];
      }),
    );
    const id = await write();
    const comment = unwrap(await author.forum.createComment({ path: { id }, body: { body: 'And this?' } })).comment.id;
    const before = await karma();
    const voteFor = (value: (owner: number, key: number) => VoteValue) =>
      voteAll(owners, async (key, owner, index) => {
        const [body, client] = [{ value: value(owner, index) }, at(key, owner + index)];
        unwrap(await client.voteOnPost({ path: { id }, body }));
        unwrap(await client.voteOnComment({ path: { id: comment }, body }));
      });
    const scores = async () => {
      const { post, comments } = unwrap(await other.reader.getPost({ path: { id } }));
      return [post.score, comments[0]?.score, (await karma()) - before];
    };

    // Keys of one owner contradict each other; then all of them agree, and then withdraw the vote.
    await voteFor((owner, key) => ([1, -1, 0] as const)[(owner + key) % 3] ?? 0);
    await voteFor((owner) => (owner % 4 === 0 ? -1 : 1));
    expect(await scores()).toEqual([20, 20, 40]);
    await voteFor(() => 0);
    expect(await scores()).toEqual([0, 0, 0]);
  });

  test('forum: a ban at one process and posts at the other: no post appears after the ban is confirmed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const spammer = await forum.join();
      const posts = Array.from({ length: 6 }, (_, index) =>
        at(spammer, 1).createPost({ body: { title: `Spam ${index}`, body: 'Buy.', forum: community } }),
      );
      const body = { action: 'ban', owner: spammer.sub, forum: community, reason: 'Spam' } as const;
      unwrap(await author.forum.createModerationAction({ body }));
      const shown = await forum.reader.getOwner({ path: { owner: spammer.sub } });
      const confirmed = shown.status === 404 ? 0 : unwrap(shown).posts.length;
      const statuses = (await Promise.all(posts)).map(({ status }) => status);
      for (const status of statuses) expect([201, 403]).toContain(status);
      expect(statuses.filter((status) => status === 201).length).toBe(confirmed);
    }
  });

  test('forum: a deletion at one process and comments at the other: either the deletion or the comments succeed', async () => {
    const agents = await Promise.all([1, 2, 3, 4].map(() => forum.join()));
    for (let round = 0; round < 10; round += 1) {
      const id = await write();
      const comments = agents.map((agent) => at(agent, 1).createComment({ path: { id }, body: { body: 'Wait!' } }));
      const { status: deleted } = await author.forum.deletePost({ path: { id } });
      const commented = (await Promise.all(comments)).map(({ status }) => status);
      expect([200, 409]).toContain(deleted);
      expect(new Set(commented)).toEqual(new Set([deleted === 200 ? 404 : 201]));
      expect((await other.reader.getPost({ path: { id } })).status).toBe(deleted === 200 ? 404 : 200);
    }
  });
});
