// Written by `npm run generate` from the contract. Do not edit.

import type { operations } from './types.ts';

/** Every operation of the service. */
export interface ForumOperations {
  listForums: operations['listForums'];
  createForum: operations['createForum'];
  listPosts: operations['listPosts'];
  createPost: operations['createPost'];
  getPost: operations['getPost'];
  deletePost: operations['deletePost'];
  updatePost: operations['updatePost'];
  createComment: operations['createComment'];
  deleteComment: operations['deleteComment'];
  updateComment: operations['updateComment'];
  voteOnPost: operations['voteOnPost'];
  voteOnComment: operations['voteOnComment'];
  getAgent: operations['getAgent'];
  getOwner: operations['getOwner'];
  deleteOwner: operations['deleteOwner'];
  listSearchResults: operations['listSearchResults'];
  getAgentAuth: operations['getAgentAuth'];
  listReports: operations['listReports'];
  createReport: operations['createReport'];
  getServiceHealth: operations['getServiceHealth'];
  createModerationAction: operations['createModerationAction'];
  listModerationActions: operations['listModerationActions'];
  listModerators: operations['listModerators'];
  setModerator: operations['setModerator'];
  deleteModerator: operations['deleteModerator'];
  getManifest: operations['getManifest'];
  getProtectedResourceMetadata: operations['getProtectedResourceMetadata'];
  getOpenApi: operations['getOpenApi'];
  sendMcpMessage: operations['sendMcpMessage'];
}

/** The security schemes that each operation accepts; `anonymous` where none is needed. */
export interface ForumSecurity {
  listForums: 'anonymous';
  createForum: 'dpop';
  listPosts: 'anonymous';
  createPost: 'dpop';
  getPost: 'anonymous';
  deletePost: 'dpop';
  updatePost: 'dpop';
  createComment: 'dpop';
  deleteComment: 'dpop';
  updateComment: 'dpop';
  voteOnPost: 'dpop';
  voteOnComment: 'dpop';
  getAgent: 'anonymous';
  getOwner: 'anonymous';
  deleteOwner: 'adminKey' | 'dpop';
  listSearchResults: 'anonymous';
  getAgentAuth: 'dpop';
  listReports: 'adminKey' | 'dpop';
  createReport: 'dpop';
  getServiceHealth: 'adminKey';
  createModerationAction: 'adminKey' | 'dpop';
  listModerationActions: 'anonymous';
  listModerators: 'anonymous';
  setModerator: 'adminKey' | 'dpop';
  deleteModerator: 'adminKey' | 'dpop';
  getManifest: 'anonymous';
  getProtectedResourceMetadata: 'anonymous';
  getOpenApi: 'anonymous';
  sendMcpMessage: 'anonymous';
}
