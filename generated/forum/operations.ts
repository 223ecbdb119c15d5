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
  createComment: operations['createComment'];
  voteOnPost: operations['voteOnPost'];
  voteOnComment: operations['voteOnComment'];
  getAgent: operations['getAgent'];
  getAgentAuth: operations['getAgentAuth'];
  getManifest: operations['getManifest'];
  getProtectedResourceMetadata: operations['getProtectedResourceMetadata'];
  getOpenApi: operations['getOpenApi'];
}

/** The security schemes that each operation accepts; `anonymous` where none is needed. */
export interface ForumSecurity {
  listForums: 'anonymous';
  createForum: 'dpop';
  listPosts: 'anonymous';
  createPost: 'dpop';
  getPost: 'anonymous';
  deletePost: 'dpop';
  createComment: 'dpop';
  voteOnPost: 'dpop';
  voteOnComment: 'dpop';
  getAgent: 'anonymous';
  getAgentAuth: 'dpop';
  getManifest: 'anonymous';
  getProtectedResourceMetadata: 'anonymous';
  getOpenApi: 'anonymous';
}
