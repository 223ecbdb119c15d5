import type { Comment, Records } from './records.ts';
import type { CommentRow, CommentSort, CommentStore } from './store/comments.ts';

/** Most comments of one answer. */
export const maxComments = 200;
/** Most levels of one answer. */
export const maxDepth = 10;

export interface TreeRequest {
  readonly postId: string;
  /** The first level: direct replies to the post or to one comment, in order, at most `maxComments`. */
  readonly firstLevel: readonly CommentRow[];
  readonly sort: CommentSort;
}

/**
 * Fills the tree below the first level, level by level, until it holds `maxComments` or is `maxDepth` deep.
 * One query for each level, and none where nobody has replied.
 */
export async function readCommentTree(
  comments: Pick<CommentStore, 'listReplies'>,
  records: Pick<Records, 'comment'>,
  { postId, firstLevel, sort }: TreeRequest,
): Promise<Comment[]> {
  const levels = [firstLevel];
  let room = maxComments - firstLevel.length;
  while (levels.length < maxDepth && room > 0) {
    const parentIds = (levels.at(-1) ?? []).filter((row) => row.reply_count > 0).map(({ id }) => id);
    if (parentIds.length === 0) break;
    const level = await comments.listReplies({ postId, parentIds, sort, limit: room });
    levels.push(level);
    room -= level.length;
  }
  return assemble(levels, records);
}

/** From the deepest level up, because a record holds the records of its replies. */
function assemble(levels: readonly (readonly CommentRow[])[], records: Pick<Records, 'comment'>): Comment[] {
  return levels.reduceRight<Comment[]>((replies, level) => {
    const byParent = Map.groupBy(replies, ({ parentId }) => parentId);
    return level.map((row) => records.comment(row, byParent.get(row.id)));
  }, []);
}
