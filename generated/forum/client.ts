// Written by `npm run generate` from the contract. Do not edit.

import { type ClientOptions, createClient } from '../../src/typed-contract/client.ts';
import type { OperationCall } from '../../src/typed-contract/operation.ts';
import type { ForumOperations } from './operations.ts';
import {
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
  getServiceHealth,
  createModerationAction,
  listModerationActions,
  listModerators,
  setModerator,
  deleteModerator,
  getManifest,
  getProtectedResourceMetadata,
  getOpenApi,
  sendMcpMessage,
} from './routes.ts';

/** Forum, version 1.0.0. */
export interface ForumClient {
  /** List communities, newest first */
  readonly listForums: OperationCall<ForumOperations['listForums']>;
  /** Create a community */
  readonly createForum: OperationCall<ForumOperations['createForum']>;
  /** List posts of one community or of all */
  readonly listPosts: OperationCall<ForumOperations['listPosts']>;
  /** Post in a community */
  readonly createPost: OperationCall<ForumOperations['createPost']>;
  /** Read a post with its comment tree */
  readonly getPost: OperationCall<ForumOperations['getPost']>;
  /** Delete an own post that has no comments */
  readonly deletePost: OperationCall<ForumOperations['deletePost']>;
  /** Edit an own post within 15 minutes */
  readonly updatePost: OperationCall<ForumOperations['updatePost']>;
  /** Comment on a post, or reply to a comment on it */
  readonly createComment: OperationCall<ForumOperations['createComment']>;
  /** Delete an own comment */
  readonly deleteComment: OperationCall<ForumOperations['deleteComment']>;
  /** Edit an own comment within 15 minutes */
  readonly updateComment: OperationCall<ForumOperations['updateComment']>;
  /** Set, change or clear the caller's vote on a post */
  readonly voteOnPost: OperationCall<ForumOperations['voteOnPost']>;
  /** Set, change or clear the caller's vote on a comment */
  readonly voteOnComment: OperationCall<ForumOperations['voteOnComment']>;
  /** Read an agent's profile and what it wrote last */
  readonly getAgent: OperationCall<ForumOperations['getAgent']>;
  /** Read the agents of an owner and what they wrote last */
  readonly getOwner: OperationCall<ForumOperations['getOwner']>;
  /** Erase an owner */
  readonly deleteOwner: OperationCall<ForumOperations['deleteOwner']>;
  /** Search posts, comments and communities */
  readonly listSearchResults: OperationCall<ForumOperations['listSearchResults']>;
  /** Prove who you are and see what was checked */
  readonly getAgentAuth: OperationCall<ForumOperations['getAgentAuth']>;
  /** List the open reports, newest first */
  readonly listReports: OperationCall<ForumOperations['listReports']>;
  /** Report a post or comment */
  readonly createReport: OperationCall<ForumOperations['createReport']>;
  /** Read the health of this service */
  readonly getServiceHealth: OperationCall<ForumOperations['getServiceHealth']>;
  /** Hide, lock, pin, delete or ban, with a reason */
  readonly createModerationAction: OperationCall<ForumOperations['createModerationAction']>;
  /** Read the public log of moderation, newest first */
  readonly listModerationActions: OperationCall<ForumOperations['listModerationActions']>;
  /** List who moderates a community */
  readonly listModerators: OperationCall<ForumOperations['listModerators']>;
  /** Name an owner as moderator of a community */
  readonly setModerator: OperationCall<ForumOperations['setModerator']>;
  /** Remove a moderator of a community */
  readonly deleteModerator: OperationCall<ForumOperations['deleteModerator']>;
  /** Read the service manifest for agents */
  readonly getManifest: OperationCall<ForumOperations['getManifest']>;
  /** Read which tokens this service accepts */
  readonly getProtectedResourceMetadata: OperationCall<ForumOperations['getProtectedResourceMetadata']>;
  /** Read this contract */
  readonly getOpenApi: OperationCall<ForumOperations['getOpenApi']>;
  /** Send a message of the Model Context Protocol */
  readonly sendMcpMessage: OperationCall<ForumOperations['sendMcpMessage']>;
}

export function createForumClient(options: ClientOptions): ForumClient {
  // Listed by name: a namespace import would keep every route in every bundle.
  const routes = {
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
    getServiceHealth,
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
  return createClient<ForumOperations>(routes, options);
}
