import type { Kysely, Transaction } from 'kysely';
import { bucketOfId } from '../../runtime/database/bucket.ts';
import { inWriteTransaction, type Refusal } from '../../runtime/database/queries.ts';
import { type Agent, creditAgent } from '../people/agent-store.ts';
import type { ForumDatabase } from '../database.ts';
import { refuseBanned } from '../moderation/ban-store.ts';
import { refuse } from '../writes/refusal.ts';
import type { WriteLimiter } from '../writes/write-store.ts';

export type VoteValue = -1 | 0 | 1;

interface Vote {
  /** Id of the post or comment. */
  readonly target: string;
  readonly voter: Agent;
  /** 0 clears the vote. */
  readonly value: VoteValue;
  readonly at: Date;
}

export function createVoteStore(db: Kysely<ForumDatabase>, limiter: WriteLimiter) {
  return {
    /** Sets a vote. @returns the post's new score */
    voteOnPost: (vote: Vote) =>
      inWriteTransaction<ForumDatabase, number>(db, async (trx) => {
        const ownerSince = await limiter.lockOwner(trx, { author: vote.voter, at: vote.at });
        // The row lock orders concurrent voters, so that the score stays the sum of the votes.
        const post = await trx
          .selectFrom('forum.posts')
          .select(['id', 'score', 'fingerprint', 'owner', 'forum', 'hidden_at'])
          .where('bucket', '=', bucketOfId(vote.target))
          .where('id', '=', vote.target)
          .where('deleted_at', 'is', null)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (post === undefined) return refuse('postNotFound', vote.target);
        const write = { kind: 'votes', author: vote.voter, at: vote.at, ownerSince } as const;
        const refused =
          (await refuseBanned(trx, { author: vote.voter, at: vote.at, forum: post.forum })) ??
          (post.hidden_at === null ? undefined : refuse('contentHidden', 'post', post.id)) ??
          (await limiter.admit(trx, write));
        if (refused) return refused;
        const change = await replaceVote(trx, post.id, vote);
        const score = post.score + change;
        if (change !== 0) {
          await trx
            .updateTable('forum.posts')
            .set({ score })
            .where('bucket', '=', bucketOfId(post.id))
            .where('id', '=', post.id)
            .execute();
        }
        return (await updateProfiles(trx, () => limiter.record(trx, write), vote, post, change)) ?? score;
      }),

    /** Sets a vote. @returns the comment's new score */
    voteOnComment: (vote: Vote) =>
      inWriteTransaction<ForumDatabase, number>(db, async (trx) => {
        const ownerSince = await limiter.lockOwner(trx, { author: vote.voter, at: vote.at });
        const comment = await trx
          .selectFrom('forum.comments as comment')
          .innerJoin('forum.posts as post', (join) =>
            join.onRef('post.bucket', '=', 'comment.bucket').onRef('post.id', '=', 'comment.post_id'),
          )
          .select(['comment.post_id', 'comment.id', 'comment.score', 'comment.fingerprint', 'comment.owner'])
          .select(['comment.hidden_at', 'post.forum'])
          .where('comment.bucket', '=', bucketOfId(vote.target))
          .where('comment.id', '=', vote.target)
          .where('comment.deleted_at', 'is', null)
          .forNoKeyUpdate('comment')
          .executeTakeFirst();
        if (comment === undefined) return refuse('commentNotFound', vote.target);
        const write = { kind: 'votes', author: vote.voter, at: vote.at, ownerSince } as const;
        const refused =
          (await refuseBanned(trx, { author: vote.voter, at: vote.at, forum: comment.forum })) ??
          (comment.hidden_at === null ? undefined : refuse('contentHidden', 'comment', comment.id)) ??
          (await limiter.admit(trx, write));
        if (refused) return refused;
        const change = await replaceVote(trx, comment.post_id, vote);
        const score = comment.score + change;
        if (change !== 0) {
          await trx
            .updateTable('forum.comments')
            .set({ score })
            .where('bucket', '=', bucketOfId(comment.id))
            .where('post_id', '=', comment.post_id)
            .where('id', '=', comment.id)
            .execute();
        }
        return (await updateProfiles(trx, () => limiter.record(trx, write), vote, comment, change)) ?? score;
      }),
  };
}

/**
 * Sets the vote of the voter's owner on a post or comment whose row the transaction has locked; a vote of another agent of
 * the same owner is replaced.
 *
 * @returns the change of the score
 */
async function replaceVote(trx: Transaction<ForumDatabase>, postId: string, vote: Vote): Promise<number> {
  const { target, voter, value } = vote;
  const bucket = bucketOfId(postId);
  const before = await trx
    .selectFrom('forum.votes')
    .select('value')
    .where('bucket', '=', bucket)
    .where('post_id', '=', postId)
    .where('target_id', '=', target)
    .where('owner', '=', voter.sub)
    .executeTakeFirst();
  const change = value - (before?.value ?? 0);
  if (change === 0) return 0;
  if (value === 0) {
    await trx
      .deleteFrom('forum.votes')
      .where('bucket', '=', bucket)
      .where('post_id', '=', postId)
      .where('target_id', '=', target)
      .where('owner', '=', voter.sub)
      .execute();
  } else {
    await trx
      .insertInto('forum.votes')
      .values({ bucket, post_id: postId, target_id: target, owner: voter.sub, voter: voter.jkt, value })
      .onConflict((conflict) =>
        conflict.columns(['post_id', 'target_id', 'owner', 'bucket']).doUpdateSet({ value, voter: voter.jkt }),
      )
      .execute();
  }
  return change;
}

/** Updates the profile of the author, beside the voter's; votes of the author's own owner give no karma. */
async function updateProfiles(
  trx: Transaction<ForumDatabase>,
  recordVoter: () => Promise<Refusal | undefined>,
  { voter }: Vote,
  author: { readonly fingerprint: string; readonly owner: string },
  change: number,
): Promise<Refusal | undefined> {
  const creditAuthor = () => creditAgent(trx, author.fingerprint, { karma: author.owner === voter.sub ? 0 : change });
  // Both profiles are locked in the order of their keys, so that two agents voting on each other cannot deadlock.
  if (voter.jkt >= author.fingerprint) await creditAuthor();
  const refused = await recordVoter();
  if (refused === undefined && voter.jkt < author.fingerprint) await creditAuthor();
  return refused;
}
