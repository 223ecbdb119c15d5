import type { ForumOperations } from '../../generated/forum/operations.ts';
import type { ForumHandler } from './handler.ts';
import { createComment, deleteComment, updateComment, voteOnComment } from './comments/comments.ts';
import { createForum, listForums } from './communities/communities.ts';
import {
  createModerationAction,
  createReport,
  deleteModerator,
  listModerationActions,
  listModerators,
  listReports,
  setModerator,
} from './moderation/moderation.ts';
import {
  createPost,
  deletePost,
  getPost,
  listPosts,
  listSearchResults,
  updatePost,
  voteOnPost,
} from './posts/posts.ts';
import { deleteOwner, getAgent, getAgentAuth, getOwner } from './people/people.ts';
import { sendMcpMessage } from './mcp/send-mcp-message.ts';

const getManifest: ForumHandler<'getManifest'> = ({ documents, headers }) => documents.manifest.response(headers);

const getOpenApi: ForumHandler<'getOpenApi'> = ({ documents, headers }) => documents.openapi.response(headers);

/** Returns which tokens this service accepts (RFC 9728 §3). */
const getProtectedResourceMetadata: ForumHandler<'getProtectedResourceMetadata'> = ({ documents, headers }) =>
  documents.resourceMetadata.response(headers);

/** Reads what the operator console shows of this service. */
const getServiceHealth: ForumHandler<'getServiceHealth'> = async ({ health, respond }) => respond(200, await health());

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
