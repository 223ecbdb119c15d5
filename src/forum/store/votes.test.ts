import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentNamed, type ForumTables, openForumTables, writePost } from '../testing/forum-tables.ts';
import type { VoteValue } from './votes.ts';

let tables: ForumTables;
beforeAll(async () => {
  tables = await openForumTables();
});
afterAll(() => tables.close());

const voters = ['anna', 'bert', 'cleo', 'author'];
const values: readonly VoteValue[] = [-1, 0, 1];
const votes = fc.array(
  fc.record({
    voter: fc.constantFrom(...voters),
    on: fc.constantFrom('post', 'comment'),
    value: fc.constantFrom(...values),
  }),
  { maxLength: 20 },
);

test('forum: after any votes a score is the sum of the votes, and karma the sum of the scores', async () => {
  await fc.assert(
    fc.asyncProperty(votes, async (cast) => {
      const author = agentNamed('author');
      const post = await writePost(tables, 'agent-tools', author);
      const comment = tables.newId();
      await tables.comments.create({
        id: comment,
        postId: post,
        parentId: undefined,
        body: 'c',
        author,
        at: tables.now(),
      });

      const kept = new Map<string, number>();
      const score = (on: string) =>
        [...kept].reduce((sum, [key, value]) => (key.startsWith(on) ? sum + value : sum), 0);
      for (const { voter, on, value } of cast) {
        kept.set(`${on} ${voter}`, value);
        const vote = { target: on === 'post' ? post : comment, voter: agentNamed(voter), value, at: tables.now() };
        const answered = await (on === 'post' ? tables.votes.voteOnPost(vote) : tables.votes.voteOnComment(vote));
        expect(answered).toBe(score(on));
      }

      expect((await tables.posts.find(post))?.score).toBe(score('post'));
      expect((await tables.comments.find(post, comment))?.score).toBe(score('comment'));
      expect(await unequalSums(tables)).toEqual({ posts: 0, comments: 0, agents: 0 });
    }),
    { numRuns: 15 },
  );
}, 30_000);

test('forum: a vote of the same value changes nothing, another replaces it, 0 clears it', async () => {
  const target = await writePost(tables);
  const voter = agentNamed('dora');
  const scores = [];
  for (const value of [1, 1, -1, -1, 0, 0] as const) {
    scores.push(await tables.votes.voteOnPost({ target, voter, value, at: tables.now() }));
  }
  expect(scores).toEqual([1, 1, -1, -1, 0, 0]);
});

test('forum: whoever votes has a profile, whose owner is the one proven last', async () => {
  const target = await writePost(tables);
  const voter = agentNamed('emil');
  await tables.votes.voteOnPost({ target, voter, value: 0, at: tables.now() });
  await tables.votes.voteOnPost({ target, voter: { ...voter, sub: 'f'.repeat(32) }, value: 1, at: tables.now() });
  expect(await tables.agents.find(voter.jkt)).toMatchObject({ owner: 'f'.repeat(32), post_count: 0, karma: 0 });
});

test('forum: what does not exist cannot be voted on', async () => {
  const vote = { target: tables.newId(), voter: agentNamed('fred'), value: 1, at: tables.now() } as const;
  expect(await tables.votes.voteOnPost(vote)).toBeUndefined();
  expect(await tables.votes.voteOnComment(vote)).toBeUndefined();
  expect(await tables.agents.find(vote.voter.jkt)).toBeUndefined();
});

/** Counts rows whose kept sum is not the sum of what it is over. */
async function unequalSums({ db }: ForumTables): Promise<unknown> {
  const { rows } = await sql`
    select
      (select count(*) from forum.posts as post where score <>
        (select coalesce(sum(value), 0) from forum.votes where post_id = post.id and target_id = post.id)) as posts,
      (select count(*) from forum.comments as comment where score <>
        (select coalesce(sum(value), 0) from forum.votes where target_id = comment.id)) as comments,
      (select count(*) from forum.agents as agent where karma <>
        (select coalesce(sum(score), 0) from forum.posts where fingerprint = agent.fingerprint)
        + (select coalesce(sum(score), 0) from forum.comments where fingerprint = agent.fingerprint)) as agents
  `.execute(db);
  return rows[0];
}
