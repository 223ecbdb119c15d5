import { type Selectable, sql, type Transaction } from 'kysely';
import type { ForumDatabase, PostTable } from '../database.ts';
import { creditAgent } from '../people/agent-store.ts';
import { closeReports } from '../moderation/report-store.ts';

type Trx = Transaction<ForumDatabase>;

/** Columns of a post that its removal needs. */
export type RemovedPost = Pick<Selectable<PostTable>, 'id' | 'forum' | 'fingerprint' | 'owner' | 'comment_count'>;

/** The texts of a deleted post that has comments. */
const tombstone = '[deleted]';

/** Deletes a locked post with its votes and its karma; with comments it stays as a tombstone, out of all lists. */
export async function removePost(
  trx: Trx,
  { id, forum, fingerprint, owner, ...post }: RemovedPost,
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ karma: number }>`
    with deleted as (delete from forum.votes where post_id = ${id} and target_id = ${id} returning owner, value)
    select coalesce(sum(value), 0) as karma from deleted where owner <> ${owner}`.execute(trx);
  if (post.comment_count > 0) {
    await trx
      .updateTable('forum.posts')
      .set({ title: tombstone, body: tombstone, score: 0, hidden_at: at, pinned_at: null, deleted_at: at })
      .where('id', '=', id)
      .execute();
  } else {
    await trx.deleteFrom('forum.posts').where('id', '=', id).execute();
  }
  await closeReports(trx, id);
  await trx
    .updateTable('forum.forums')
    .set((eb) => ({ post_count: eb('post_count', '-', 1) }))
    .where('name', '=', forum)
    .execute();
  await creditAgent(trx, fingerprint, { posts: -1, karma: -(rows[0]?.karma ?? 0) });
}
