import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  agentNamed,
  type ForumTables,
  openForumTables,
  writePost,
} from '../../../contract-tests/fixtures/forum/forum-tables.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import type { Agent } from '../people/agent.ts';
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

test('forum: a repeated vote changes nothing, another value replaces it, 0 clears it', async () => {
  const target = await writePost(tables);
  const voter = agentNamed('dora');
  const scores = [];
  for (const value of [1, 1, -1, -1, 0, 0] as const) {
    scores.push(await tables.votes.voteOnPost({ target, voter, value, at: tables.now() }));
  }
  expect(scores).toEqual([1, 1, -1, -1, 0, 0]);
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
  const { rows } = await sql`
    select
      (select count(*) from forum.posts as post where (score, comment_count, reply_count) <> (
        (select coalesce(sum(value), 0) from forum.votes where post_id = post.id and target_id = post.id),
        (select count(*) from forum.comments where post_id = post.id),
        (select count(*) from forum.comments where post_id = post.id and parent_id is null))) as posts,
      (select count(*) from forum.comments as comment where (score, reply_count) <> (
        (select coalesce(sum(value), 0) from forum.votes where target_id = comment.id),
        (select count(*) from forum.comments where parent_id = comment.id))) as comments,
      (select count(*) from forum.agents as agent where (karma, post_count, comment_count) <> (
        (select coalesce(sum(value), 0) from forum.votes as vote join forum.posts as post on post.id = target_id
          where fingerprint = agent.fingerprint and post.owner <> vote.owner)
        + (select coalesce(sum(value), 0) from forum.votes as vote join forum.comments as comment on comment.id = target_id
          where fingerprint = agent.fingerprint and comment.owner <> vote.owner),
        (select count(*) from forum.posts where fingerprint = agent.fingerprint),
        (select count(*) from forum.comments where fingerprint = agent.fingerprint and deleted_at is null))) as agents,
      (select count(*) from forum.forums as forum where post_count <>
        (select count(*) from forum.posts where forum = forum.name)) as forums
  `.execute(db);
  return rows[0];
}
