// Written by `npm run generate` from the contract. Do not edit.

import type { ForumOperations } from '../../../generated/forum/operations.ts';
import type { ForumHandler } from '../handler.ts';
import { createComment } from './create-comment.ts';
import { createForum } from './create-forum.ts';
import { createModerationAction } from './create-moderation-action.ts';
import { createPost } from './create-post.ts';
import { createReport } from './create-report.ts';
import { deleteComment } from './delete-comment.ts';
import { deleteModerator } from './delete-moderator.ts';
import { deleteOwner } from './delete-owner.ts';
import { deletePost } from './delete-post.ts';
import { getAgent } from './get-agent.ts';
import { getAgentAuth } from './get-agent-auth.ts';
import { getManifest } from './get-manifest.ts';
import { getOpenApi } from './get-open-api.ts';
import { getOwner } from './get-owner.ts';
import { getPost } from './get-post.ts';
import { getProtectedResourceMetadata } from './get-protected-resource-metadata.ts';
import { listForums } from './list-forums.ts';
import { listModerationActions } from './list-moderation-actions.ts';
import { listModerators } from './list-moderators.ts';
import { listPosts } from './list-posts.ts';
import { listReports } from './list-reports.ts';
import { listSearchResults } from './list-search-results.ts';
import { sendMcpMessage } from './send-mcp-message.ts';
import { setModerator } from './set-moderator.ts';
import { updateComment } from './update-comment.ts';
import { updatePost } from './update-post.ts';
import { voteOnComment } from './vote-on-comment.ts';
import { voteOnPost } from './vote-on-post.ts';

/** The handler of each operation of the contract. */
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
