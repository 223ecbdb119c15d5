import type { Comment, ForumResponses } from '../responses.ts';
import type { CommentRow, CommentSort, CommentStore } from './comment-store.ts';

/** Maximum number of comments in one response. */
export const maxComments = 200;
/** Maximum number of levels in one response. */
const maxDepth = 10;

export interface TreeRequest {
  readonly postId: string;
  /** The first level: direct replies to the post or to one comment, in order, at most `maxComments`. */
  readonly firstLevel: readonly CommentRow[];
  readonly sort: CommentSort;
}

/**
 * Reads the tree below the first level, level by level, until it has `maxComments` comments or `maxDepth` levels.
 * Each level takes one query; a level without replies takes none.
 */
export async function readCommentTree(
  comments: Pick<CommentStore, 'listReplies'>,
  responses: Pick<ForumResponses, 'comment'>,
  { postId, firstLevel, sort }: TreeRequest,
): Promise<Comment[]> {
  const levels = [firstLevel];
  let remaining = maxComments - firstLevel.length;
  while (levels.length < maxDepth && remaining > 0) {
    const parentIds = (levels.at(-1) ?? []).filter((row) => row.reply_count > 0).map(({ id }) => id);
    if (parentIds.length === 0) break;
    const level = await comments.listReplies({ postId, parentIds, sort, limit: remaining });
    levels.push(level);
    remaining -= level.length;
  }
  return assemble(levels, responses);
}

/** Builds the tree from the deepest level up, because a comment contains its replies. */
function assemble(levels: readonly (readonly CommentRow[])[], responses: Pick<ForumResponses, 'comment'>): Comment[] {
  return levels.reduceRight<Comment[]>((replies, level) => {
    const byParent = Map.groupBy(replies, ({ parentId }) => parentId);
    return level.map((row) => responses.comment(row, byParent.get(row.id)));
  }, []);
}
