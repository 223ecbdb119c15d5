import type { Kysely, Transaction } from 'kysely';
import type { Agent } from '../agent.ts';
import type { ForumDatabase } from '../database.ts';
import { agentWrote, creditAgent } from './agents.ts';

export type VoteValue = -1 | 0 | 1;

export interface Vote {
  /** Id of the post or comment. */
  readonly target: string;
  readonly voter: Agent;
  /** 0 clears. */
  readonly value: VoteValue;
  readonly at: Date;
}

export function createVoteStore(db: Kysely<ForumDatabase>) {
  return {
    /** @returns the post's score with this vote in it, or undefined when there is no such post. */
    voteOnPost: (vote: Vote): Promise<number | undefined> =>
      db.transaction().execute(async (trx) => {
        // The row lock orders concurrent voters, so that the score stays the sum of the votes.
        const post = await trx
          .selectFrom('forum.posts')
          .select(['id', 'score', 'fingerprint'])
          .where('id', '=', vote.target)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (post === undefined) return undefined;
        const change = await replaceVote(trx, post.id, vote);
        const score = post.score + change;
        if (change !== 0) await trx.updateTable('forum.posts').set({ score }).where('id', '=', post.id).execute();
        await reward(trx, vote, post.fingerprint, change);
        return score;
      }),

    /** @returns the comment's score with this vote in it, or undefined when there is no such comment. */
    voteOnComment: (vote: Vote): Promise<number | undefined> =>
      db.transaction().execute(async (trx) => {
        const comment = await trx
          .selectFrom('forum.comments')
          .select(['post_id', 'id', 'score', 'fingerprint'])
          .where('id', '=', vote.target)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (comment === undefined) return undefined;
        const change = await replaceVote(trx, comment.post_id, vote);
        const score = comment.score + change;
        if (change !== 0) {
          await trx
            .updateTable('forum.comments')
            .set({ score })
            .where('post_id', '=', comment.post_id)
            .where('id', '=', comment.id)
            .execute();
        }
        await reward(trx, vote, comment.fingerprint, change);
        return score;
      }),
  };
}

export type VoteStore = ReturnType<typeof createVoteStore>;

/**
 * Sets the voter's vote on something that this transaction has locked.
 *
 * @returns what that adds to the score
 */
async function replaceVote(trx: Transaction<ForumDatabase>, postId: string, vote: Vote): Promise<number> {
  const { target, voter, value } = vote;
  const before = await trx
    .selectFrom('forum.votes')
    .select('value')
    .where('post_id', '=', postId)
    .where('target_id', '=', target)
    .where('voter', '=', voter.jkt)
    .executeTakeFirst();
  const change = value - (before?.value ?? 0);
  if (change === 0) return 0;
  if (value === 0) {
    await trx
      .deleteFrom('forum.votes')
      .where('post_id', '=', postId)
      .where('target_id', '=', target)
      .where('voter', '=', voter.jkt)
      .execute();
  } else {
    await trx
      .insertInto('forum.votes')
      .values({ post_id: postId, target_id: target, voter: voter.jkt, value })
      .onConflict((conflict) => conflict.columns(['post_id', 'target_id', 'voter']).doUpdateSet({ value }))
      .execute();
  }
  return change;
}

/** Gives the voter a profile, and the author of what was voted on the karma. */
async function reward(
  trx: Transaction<ForumDatabase>,
  { voter, at }: Vote,
  author: string,
  karma: number,
): Promise<void> {
  const seen = () => agentWrote(trx, voter, at);
  const credit = () => creditAgent(trx, author, { karma });
  // Two agents that vote on each other lock the two profiles in one order, so neither waits for the other for ever.
  const steps = voter.jkt < author ? [seen, credit] : [credit, seen];
  for (const step of steps) await step();
}
