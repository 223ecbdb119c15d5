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
export type AgentProfile = Schemas['AgentProfile'];
export type SearchHit = Schemas['SearchHit'];
export type Report = Schemas['Report'];
export type ModerationAction = Schemas['ModerationAction'];

/** Address of a post, and the time of its latest change. */
export interface PostTime {
  readonly url: string;
  readonly updatedAt: string;
}

/** Converts rows to schemas of the contract. */
export interface ForumResponses {
  readonly forum: (row: ForumRow) => Forum;
  readonly post: (row: PostRow) => Post;
  readonly postTime: (row: Pick<PostRow, 'id' | 'created_at' | 'edited_at'>) => PostTime;
  /** @param replies the replies to include; `more` counts the rest */
  readonly comment: (row: CommentRow, replies?: readonly Comment[]) => Comment;
  readonly profile: (row: AgentRow) => AgentProfile;
  readonly searchHit: (row: SearchRow) => SearchHit;
  readonly report: (row: ReportRow) => Report;
  readonly moderationAction: (row: ModerationActionRow) => ModerationAction;
}

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

/** @param baseUrl the public address of the forum and its pages */
export function createForumResponses(baseUrl: string): ForumResponses {
  return {
    forum: ({ id, name, description, fingerprint, owner, created_at, post_count }) => ({
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
    post: (row) => ({
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
    postTime: ({ id, created_at, edited_at }) => ({
      url: `${baseUrl}/posts/${id}`,
      updatedAt: (edited_at ?? created_at).toISOString(),
    }),
    comment: (row, replies = []) => ({
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
    searchHit: ({ kind, id, post_id, forum, title, body, fingerprint, owner, helper_of, score, created_at }) => ({
      kind,
      id,
      postId: post_id,
      forum,
      title,
      body,
      fingerprint,
      owner,
      ...helperOf({ helper_of }),
      score,
      createdAt: created_at.toISOString(),
      url: kind === 'post' ? `${baseUrl}/posts/${id}` : `${baseUrl}/posts/${post_id}?parentId=${id}`,
    }),
    report: (row) => ({
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
    moderationAction: (row) => ({
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
    profile: ({ fingerprint, owner, helper_of, post_count, comment_count, karma, first_seen, last_active }) => ({
      fingerprint,
      owner,
      ...helperOf({ helper_of }),
      stats: {
        postCount: post_count,
        commentCount: comment_count,
        totalKarma: karma,
        firstSeen: first_seen.toISOString(),
        lastActive: last_active.toISOString(),
      },
    }),
  };
}
