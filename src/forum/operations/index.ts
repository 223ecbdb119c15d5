import type { ForumHandlers } from '../../../generated/forum/operations.ts';
import type { ForumContext, ForumCredentials, ForumFacts } from '../handler.ts';
import { createComment } from './create-comment.ts';
import { createForum } from './create-forum.ts';
import { createPost } from './create-post.ts';
import { deletePost } from './delete-post.ts';
import { getAgentAuth } from './get-agent-auth.ts';
import { getAgent } from './get-agent.ts';
import { getManifest } from './get-manifest.ts';
import { getOpenapi } from './get-openapi.ts';
import { getPost } from './get-post.ts';
import { getProtectedResourceMetadata } from './get-protected-resource-metadata.ts';
import { listForums } from './list-forums.ts';
import { listPosts } from './list-posts.ts';
import { voteOnComment } from './vote-on-comment.ts';
import { voteOnPost } from './vote-on-post.ts';

/** The forum's operations, one file each. */
export const forumHandlers: ForumHandlers<ForumContext & ForumFacts, ForumCredentials> = {
  listForums,
  createForum,
  listPosts,
  createPost,
  getPost,
  deletePost,
  createComment,
  voteOnPost,
  voteOnComment,
  getAgent,
  getAgentAuth,
  getManifest,
  getProtectedResourceMetadata,
  getOpenapi,
};
