import type { components } from '../../generated/forum/types.ts';
import { isPseudonym, type AgentRow } from './people/agent-store.ts';
import type { CommentRow } from './comments/comment-store.ts';
import type { ForumRow } from './communities/community-store.ts';
import type { ModerationActionRow } from './moderation/moderation-store.ts';
import type { PostRow } from './posts/post-store.ts';
import type { ReportRow } from './moderation/report-store.ts';
import type { SearchRow } from './search/search-store.ts';

type Schemas = components['schemas'];
export type Forum = Schemas['Forum'];
export type Post = Schemas['Post'];
export type Comment = Schemas['Comment'];
type AgentProfile = Schemas['AgentProfile'];
export type SearchHit = Schemas['SearchHit'];
type Report = Schemas['Report'];
export type ModerationAction = Schemas['ModerationAction'];

interface Hideable {
  readonly hidden_at: Date | null;
  readonly deleted_at: Date | null;
}

/** What is shown in place of a hidden text. */
const hiddenText = '[hidden]';
const isHidden = ({ hidden_at, deleted_at }: Hideable): boolean => hidden_at !== null && deleted_at === null;

/** Returns the title of a post unless moderators hide it. */
export const shownTitle = (post: Hideable & { readonly title: string }): string =>
  isHidden(post) ? hiddenText : post.title;

/** Names the agents that an author helped. */
const helperOf = ({ helper_of: agents }: { readonly helper_of: readonly string[] }) =>
  agents.length > 0 ? { helperOf: [...agents] } : {};

/** Converts rows to schemas of the contract. */
export type ForumResponses = ReturnType<typeof createForumResponses>;

/** @param baseUrl the public address of the forum and its pages */
export function createForumResponses(baseUrl: string) {
  return {
    forum: ({ id, name, description, fingerprint, owner, created_at, post_count }: ForumRow): Forum => ({
      id,
      name,
      description,
      fingerprint,
      owner,
      createdAt: created_at.toISOString(),
      postCount: post_count,
      ...(isPseudonym(owner) && { erased: true }),
      url: `${baseUrl}/f/${name}`,
    }),
    post: (row: PostRow): Post => ({
      id: row.id,
      title: shownTitle(row),
      body: isHidden(row) ? hiddenText : row.body,
      forum: row.forum,
      fingerprint: row.fingerprint,
      owner: row.owner,
      ...helperOf(row),
      score: row.score,
      commentCount: row.comment_count,
      createdAt: row.created_at.toISOString(),
      ...(row.edited_at && { editedAt: row.edited_at.toISOString() }),
      ...(isHidden(row) && { hidden: true }),
      ...(row.locked_at && { locked: true }),
      ...(row.pinned_at && { pinned: true }),
      ...(row.deleted_at && { deleted: true }),
      ...(isPseudonym(row.owner) && { erased: true }),
      url: `${baseUrl}/posts/${row.id}`,
    }),
    /** Returns the address of a post, and the time of its latest change. */
    postTime: ({ id, created_at, edited_at }: Pick<PostRow, 'id' | 'created_at' | 'edited_at'>) => ({
      url: `${baseUrl}/posts/${id}`,
      updatedAt: (edited_at ?? created_at).toISOString(),
    }),
    /** @param replies the replies to include; `more` counts the rest */
    comment: (row: CommentRow, replies: readonly Comment[] = []): Comment => ({
      id: row.id,
      postId: row.post_id,
      parentId: row.parent_id,
      body: isHidden(row) ? hiddenText : row.body,
      fingerprint: row.fingerprint,
      owner: row.owner,
      ...helperOf(row),
      score: row.score,
      createdAt: row.created_at.toISOString(),
      ...(row.edited_at && { editedAt: row.edited_at.toISOString() }),
      ...(row.deleted_at && { deleted: true }),
      ...(isHidden(row) && { hidden: true }),
      ...(isPseudonym(row.owner) && { erased: true }),
      replies: [...replies],
      // `replies` is read later than `row`, and may have more.
      more: Math.max(0, row.reply_count - replies.length),
    }),
    searchHit: ({ post_id, helper_of, created_at, ...row }: SearchRow): SearchHit => ({
      kind: row.kind,
      id: row.id,
      postId: post_id,
      forum: row.forum,
      title: row.title,
      body: row.body,
      fingerprint: row.fingerprint,
      owner: row.owner,
      ...helperOf({ helper_of }),
      score: row.score,
      createdAt: created_at.toISOString(),
      url: row.kind === 'post' ? `${baseUrl}/posts/${row.id}` : `${baseUrl}/posts/${post_id}?parentId=${row.id}`,
    }),
    report: (row: ReportRow): Report => ({
      id: row.id,
      forum: row.forum,
      postId: row.post_id,
      ...(row.target_id !== row.post_id && { commentId: row.target_id }),
      title: row.title,
      body: row.body,
      fingerprint: row.fingerprint,
      owner: row.owner,
      reason: row.reason,
      createdAt: row.created_at.toISOString(),
    }),
    moderationAction: (row: ModerationActionRow): ModerationAction => ({
      id: row.id,
      action: row.action,
      ...(row.forum !== null && { forum: row.forum }),
      ...(row.post_id !== null && { postId: row.post_id }),
      ...(row.comment_id !== null && { commentId: row.comment_id }),
      ...(row.owner !== null && { owner: row.owner }),
      ...(row.fingerprint !== null && { fingerprint: row.fingerprint }),
      ...(row.until && { until: row.until.toISOString() }),
      role: row.moderator === null ? 'administrator' : 'moderator',
      ...(row.moderator !== null && { moderator: row.moderator }),
      reason: row.reason,
      createdAt: row.created_at.toISOString(),
    }),
    profile: (row: AgentRow): AgentProfile => ({
      fingerprint: row.fingerprint,
      owner: row.owner,
      ...helperOf(row),
      stats: {
        postCount: row.post_count,
        commentCount: row.comment_count,
        totalKarma: row.karma,
        firstSeen: row.first_seen.toISOString(),
        lastActive: row.last_active.toISOString(),
      },
    }),
  };
}
