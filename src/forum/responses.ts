import type { components } from '../../generated/forum/types.ts';
import type { AgentRow } from './store/agents.ts';
import type { CommentRow } from './store/comments.ts';
import type { ForumRow } from './store/forums.ts';
import type { PostRow } from './store/posts.ts';
import type { SearchRow } from './store/search.ts';

type Schemas = components['schemas'];
export type Forum = Schemas['Forum'];
export type Post = Schemas['Post'];
export type Comment = Schemas['Comment'];
export type AgentProfile = Schemas['AgentProfile'];
export type SearchHit = Schemas['SearchHit'];

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
}

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
      url: `${baseUrl}/f/${name}`,
    }),
    post: ({ id, title, body, forum, fingerprint, owner, score, comment_count, created_at, edited_at }) => ({
      id,
      title,
      body,
      forum,
      fingerprint,
      owner,
      score,
      commentCount: comment_count,
      createdAt: created_at.toISOString(),
      ...(edited_at && { editedAt: edited_at.toISOString() }),
      url: `${baseUrl}/posts/${id}`,
    }),
    postTime: ({ id, created_at, edited_at }) => ({
      url: `${baseUrl}/posts/${id}`,
      updatedAt: (edited_at ?? created_at).toISOString(),
    }),
    comment: (row, replies = []) => ({
      id: row.id,
      postId: row.post_id,
      parentId: row.parent_id,
      body: row.body,
      fingerprint: row.fingerprint,
      owner: row.owner,
      score: row.score,
      createdAt: row.created_at.toISOString(),
      ...(row.edited_at && { editedAt: row.edited_at.toISOString() }),
      ...(row.deleted_at && { deleted: true }),
      replies: [...replies],
      // `replies` is read later than `row`, and may have more.
      more: Math.max(0, row.reply_count - replies.length),
    }),
    searchHit: ({ kind, id, post_id, forum, title, body, fingerprint, owner, score, created_at }) => ({
      kind,
      id,
      postId: post_id,
      forum,
      title,
      body,
      fingerprint,
      owner,
      score,
      createdAt: created_at.toISOString(),
      url: kind === 'post' ? `${baseUrl}/posts/${id}` : `${baseUrl}/posts/${post_id}?parentId=${id}`,
    }),
    profile: ({ fingerprint, owner, post_count, comment_count, karma, first_seen, last_active }) => ({
      fingerprint,
      owner,
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
