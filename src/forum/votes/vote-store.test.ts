import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  agentNamed,
  type ForumTables,
  openForumTables,
  writePost,
} from '../../../contract-tests/fixtures/forum/forum-tables.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import type { Agent } from '../people/agent-store.ts';
import type { VoteValue } from './vote-store.ts';

const tables = useStarted(openForumTables);

/** Three owners; anna and bert have two agents each. */
const owned = (key: string, owner: string): Agent => ({ jkt: agentNamed(key).jkt, sub: agentNamed(owner).sub });
const agents = fc.constantFrom(
  owned('anna-1', 'anna'),
  owned('anna-2', 'anna'),
  owned('bert-1', 'bert'),
  owned('bert-2', 'bert'),
  owned('cleo', 'cleo'),
);
/** Selects one of the posts or comments that exist at that time, modulo their number. */
const which = fc.nat({ max: 1_000 });
const operations = fc.array(
  fc.oneof(
    fc.record({ does: fc.constant('post' as const), agent: agents }),
    fc.record({ does: fc.constant('comment' as const), agent: agents, on: which, reply: fc.boolean() }),
    fc.record({
      does: fc.constantFrom('vote on post', 'vote on comment'),
      agent: agents,
      on: which,
      value: fc.constantFrom<VoteValue>(-1, 0, 1),
    }),
    fc.record({ does: fc.constant('delete' as const), agent: agents, on: which }),
    fc.record({ does: fc.constant('delete comment' as const), agent: agents, on: which }),
  ),
  { minLength: 10, maxLength: 60 },
);

test('forum: after any sequence of writes a score is the sum of its votes, one per owner, karma is the sum of the votes of other owners, and all counts are exact [F8]', async () => {
  await fc.assert(
    fc.asyncProperty(operations, async (done) => {
      let posts = [await writePost(tables)];
      let comments: { readonly id: string; readonly postId: string }[] = [];
      const votes = new Map<string, Map<string, number>>();
      for (const operation of done) {
        const { agent } = operation;
        const at = tables.now();
        if (operation.does === 'post') {
          posts.push(await writePost(tables, 'agent-tools', agent));
          continue;
        }
        const onComment = operation.does === 'vote on comment' || operation.does === 'delete comment';
        const among = onComment ? comments.map(({ id }) => id) : posts;
        const target = among[operation.on % among.length];
        if (target === undefined) continue;
        if (operation.does === 'delete') {
          if (await isAccepted(tables.posts.delete(target, agent, at))) posts = posts.filter((id) => id !== target);
        } else if (operation.does === 'delete comment') {
          if (await isAccepted(tables.comments.delete(target, agent, at)))
            comments = comments.filter(({ id }) => id !== target);
        } else if (operation.does === 'comment') {
          const [parent] = operation.reply ? comments.filter(({ postId }) => postId === target) : [];
          const id = tables.newId();
          await tables.comments.create({ id, postId: target, parentId: parent?.id, body: 'c', author: agent, at });
          comments = [...comments, { id, postId: target }];
        } else {
          const cast = votes.get(target) ?? new Map<string, number>();
          votes.set(target, cast.set(agent.sub, operation.value));
          const vote = { target, voter: agent, value: operation.value, at };
          const score = await (operation.does === 'vote on post'
            ? tables.votes.voteOnPost(vote)
            : tables.votes.voteOnComment(vote));
          expect(score).toBe([...cast.values()].reduce((sum, value) => sum + value, 0));
        }
      }
      expect(await wrongSums(tables)).toEqual({ posts: 0, comments: 0, agents: 0, forums: 0 });
    }),
    { numRuns: 15 },
  );
});

test('forum: a vote of another agent of the same owner replaces the vote, and gives its own owner no karma [F7]', async () => {
  const author = owned('gina-1', 'gina');
  const target = await writePost(tables, 'agent-tools', author);
  const vote = (voter: Agent, value: VoteValue) => tables.votes.voteOnPost({ target, voter, value, at: tables.now() });
  expect(await vote(author, 1)).toBe(1);
  expect(await vote(owned('gina-2', 'gina'), 1)).toBe(1);
  expect(await vote(owned('gina-3', 'gina'), -1)).toBe(-1);
  expect(await tables.agents.find(author.jkt)).toMatchObject({ karma: 0 });
  expect(await vote(owned('hugo-1', 'hugo'), 1)).toBe(0);
  expect(await vote(owned('hugo-2', 'hugo'), 1)).toBe(0);
  expect(await tables.agents.find(author.jkt)).toMatchObject({ karma: 1 });
});

test('forum: a voter has a profile with the owner proven last', async () => {
  const target = await writePost(tables);
  const voter = agentNamed('emil');
  await tables.votes.voteOnPost({ target, voter, value: 0, at: tables.now() });
  await tables.votes.voteOnPost({ target, voter: { ...voter, sub: 'f'.repeat(32) }, value: 1, at: tables.now() });
  expect(await tables.agents.find(voter.jkt)).toMatchObject({ owner: 'f'.repeat(32), post_count: 0, karma: 0 });
});

test('forum: a vote on a missing post or comment creates nothing', async () => {
  const vote = { target: tables.newId(), voter: agentNamed('fred'), value: 1, at: tables.now() } as const;
  await expect(tables.votes.voteOnPost(vote)).rejects.toMatchObject({ code: 'post_not_found', status: 404 });
  await expect(tables.votes.voteOnComment(vote)).rejects.toMatchObject({ code: 'comment_not_found', status: 404 });
  expect(await tables.agents.find(vote.voter.jkt)).toBeUndefined();
});

const isAccepted = (write: Promise<unknown>): Promise<boolean> =>
  write.then(
    () => true,
    () => false,
  );

/** Counts the rows whose stored sums differ from the computed sums. */
async function wrongSums({ db }: ForumTables): Promise<unknown> {
  const [posts, comments, votes, agents, forums] = await Promise.all([
    db.selectFrom('forum.posts').selectAll().execute(),
    db.selectFrom('forum.comments').selectAll().execute(),
    db.selectFrom('forum.votes').selectAll().execute(),
    db.selectFrom('forum.agents').selectAll().execute(),
    db.selectFrom('forum.forums').selectAll().execute(),
  ]);
  const sum = (of: readonly { readonly value: number }[]) => of.reduce((total, { value }) => total + value, 0);
  const count = <Row>(rows: readonly Row[], differs: (row: Row) => boolean) => rows.filter(differs).length;
  const scoreOf = (id: string) => sum(votes.filter((vote) => vote.target_id === id));
  const content = [...posts, ...comments];
  const earned = (fingerprint: string) =>
    content
      .filter((each) => each.fingerprint === fingerprint)
      .flatMap(({ id, owner }) => votes.filter((vote) => vote.target_id === id && vote.owner !== owner));
  return {
    posts: count(posts, ({ id, ...post }) => {
      const written = comments.filter((comment) => comment.post_id === id);
      const first = written.filter((comment) => comment.parent_id === null);
      return post.score !== scoreOf(id) || post.comment_count !== written.length || post.reply_count !== first.length;
    }),
    comments: count(
      comments,
      ({ id, score, reply_count }) =>
        score !== scoreOf(id) || reply_count !== comments.filter((each) => each.parent_id === id).length,
    ),
    agents: count(
      agents,
      ({ fingerprint, ...agent }) =>
        agent.karma !== sum(earned(fingerprint)) ||
        agent.post_count !== posts.filter((each) => each.fingerprint === fingerprint).length ||
        agent.comment_count !==
          comments.filter((each) => each.fingerprint === fingerprint && each.deleted_at === null).length,
    ),
    forums: count(forums, ({ name, post_count }) => post_count !== posts.filter(({ forum }) => forum === name).length),
  };
}
