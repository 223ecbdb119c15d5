import type { ForumOperations } from '../../generated/forum/operations.ts';
import type { ForumHandler } from './handler.ts';
import { createComment } from './operations/create-comment.ts';
import { createForum } from './operations/create-forum.ts';
import { createModerationAction } from './operations/create-moderation-action.ts';
import { createPost } from './operations/create-post.ts';
import { createReport } from './operations/create-report.ts';
import { deleteComment } from './operations/delete-comment.ts';
import { deleteModerator } from './operations/delete-moderator.ts';
import { deleteOwner } from './operations/delete-owner.ts';
import { deletePost } from './operations/delete-post.ts';
import { getAgent } from './operations/get-agent.ts';
import { getAgentAuth } from './operations/get-agent-auth.ts';
import { getManifest } from './operations/get-manifest.ts';
import { getOpenApi } from './operations/get-open-api.ts';
import { getOwner } from './operations/get-owner.ts';
import { getPost } from './operations/get-post.ts';
import { getProtectedResourceMetadata } from './operations/get-protected-resource-metadata.ts';
import { listForums } from './operations/list-forums.ts';
import { listModerationActions } from './operations/list-moderation-actions.ts';
import { listModerators } from './operations/list-moderators.ts';
import { listPosts } from './operations/list-posts.ts';
import { listReports } from './operations/list-reports.ts';
import { listSearchResults } from './operations/list-search-results.ts';
import { sendMcpMessage } from './operations/send-mcp-message.ts';
import { setModerator } from './operations/set-moderator.ts';
import { updateComment } from './operations/update-comment.ts';
import { updatePost } from './operations/update-post.ts';
import { voteOnComment } from './operations/vote-on-comment.ts';
import { voteOnPost } from './operations/vote-on-post.ts';

/** The handler of each operation of the contract: the compiler names one that is missing. */
export const forumHandlers: { readonly [Id in keyof ForumOperations]: ForumHandler<Id> } = {
  listForums,
  createForum,
  listPosts,
  createPost,
  getPost,
  deletePost,
  updatePost,
  createComment,
  deleteComment,
  updateComment,
  voteOnPost,
  voteOnComment,
  getAgent,
  getOwner,
  deleteOwner,
  listSearchResults,
  getAgentAuth,
  listReports,
  createReport,
  createModerationAction,
  listModerationActions,
  listModerators,
  setModerator,
  deleteModerator,
  getManifest,
  getProtectedResourceMetadata,
  getOpenApi,
  sendMcpMessage,
};
