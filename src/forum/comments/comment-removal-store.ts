import { type Selectable, sql, type Transaction } from 'kysely';
import { bucketOfId } from '../../runtime/database/bucket.ts';
import { commentColumns, type ForumDatabase } from '../database.ts';
import { creditAgent } from '../people/agent-store.ts';
import { closeReports } from '../moderation/report-store.ts';

type Trx = Transaction<ForumDatabase>;
type LockedComment = Selectable<ForumDatabase['forum.comments']>;

/** Locks a comment that is not deleted, after its post, which serializes the replies to it. */
export async function lockComment(trx: Trx, id: string): Promise<LockedComment | undefined> {
  const bucket = bucketOfId(id);
  const row = await trx
    .selectFrom('forum.comments')
    .select('post_id')
    .where('bucket', '=', bucket)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await trx
    .selectFrom('forum.posts')
    .select('id')
    .where('bucket', '=', bucket)
    .where('id', '=', row.post_id)
    .forNoKeyUpdate()
    .execute();
  return trx
    .selectFrom('forum.comments')
    .select(commentColumns)
    .where('bucket', '=', bucket)
    .where('post_id', '=', row.post_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** The text of a deleted comment that has replies. */
const tombstone = '[deleted]';

/** Deletes a locked comment with its votes and its karma; with replies it stays as a tombstone. */
export async function removeComment(trx: Trx, comment: LockedComment, at: Date): Promise<void> {
  const { bucket, id, post_id, parent_id, owner, fingerprint } = comment;
  const { rows } = await sql<{ karma: number }>`
    with deleted as (
      delete from forum.votes where bucket = ${bucket} and post_id = ${post_id} and target_id = ${id}
      returning owner, value
    )
    select coalesce(sum(value), 0) as karma from deleted where owner <> ${owner}`.execute(trx);
  if (comment.reply_count > 0) {
    await trx
      .updateTable('forum.comments')
      .set({ body: tombstone, score: 0, deleted_at: at })
      .where('bucket', '=', bucket)
      .where('post_id', '=', post_id)
      .where('id', '=', id)
      .execute();
  } else {
    await trx
      .deleteFrom('forum.comments')
      .where('bucket', '=', bucket)
      .where('post_id', '=', post_id)
      .where('id', '=', id)
      .execute();
    await trx
      .updateTable('forum.posts')
      .set((eb) => ({
        comment_count: eb('comment_count', '-', 1),
        reply_count: eb('reply_count', '-', parent_id === null ? 1 : 0),
      }))
      .where('bucket', '=', bucket)
      .where('id', '=', post_id)
      .execute();
    if (parent_id !== null) {
      await trx
        .updateTable('forum.comments')
        .set((eb) => ({ reply_count: eb('reply_count', '-', 1) }))
        .where('bucket', '=', bucket)
        .where('post_id', '=', post_id)
        .where('id', '=', parent_id)
        .execute();
    }
  }
  await closeReports(trx, post_id, id);
  await creditAgent(trx, fingerprint, { comments: -1, karma: -(rows[0]?.karma ?? 0) });
}
