import type { ForumOperations } from '../../generated/forum/operations.ts';
import type { ForumHandler } from './handler.ts';
import { createComment, deleteComment, updateComment } from './comments/comments.ts';
import { createForum, listForums } from './communities/communities.ts';
import {
  createModerationAction,
  createReport,
  deleteModerator,
  listModerationActions,
  listModerators,
  listReports,
  setModerator,
  getServiceHealth,
} from './moderation/moderation.ts';
import { createPost, deletePost, getPost, listPosts, listSearchResults, updatePost } from './posts/posts.ts';
import { deleteOwner, getAgent, getAgentAuth, getOwner } from './people/people.ts';
import { getManifest, getOpenApi, getProtectedResourceMetadata } from './documents/documents.ts';
import { sendMcpMessage } from './mcp/send-mcp-message.ts';
import { voteOnComment, voteOnPost } from './votes/votes.ts';

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
  getServiceHealth,
};
