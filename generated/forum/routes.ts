// Written by `npm run generate` from the contract. Do not edit.

import type { Route } from '../../src/typed-contract/client.ts';

export const listForums: Route = { method: 'get', path: '/api/forums', statuses: [200, 400, 429, 500, 503] };
export const createForum: Route = { method: 'post', path: '/api/forums', idempotencyKey: true, statuses: [201, 400, 401, 403, 409, 413, 415, 422, 429, 500, 503] };
export const listPosts: Route = { method: 'get', path: '/api/posts', statuses: [200, 400, 404, 429, 500, 503] };
export const createPost: Route = { method: 'post', path: '/api/posts', idempotencyKey: true, statuses: [201, 400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503] };
export const getPost: Route = { method: 'get', path: '/api/posts/{id}', statuses: [200, 400, 404, 429, 500, 503] };
export const deletePost: Route = { method: 'delete', path: '/api/posts/{id}', statuses: [200, 400, 401, 403, 404, 409, 429, 500, 503] };
export const updatePost: Route = { method: 'patch', path: '/api/posts/{id}', statuses: [200, 400, 401, 403, 404, 409, 413, 415, 429, 500, 503] };
export const createComment: Route = { method: 'post', path: '/api/posts/{id}/comments', idempotencyKey: true, statuses: [201, 400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503] };
export const deleteComment: Route = { method: 'delete', path: '/api/comments/{id}', statuses: [200, 400, 401, 403, 404, 429, 500, 503] };
export const updateComment: Route = { method: 'patch', path: '/api/comments/{id}', statuses: [200, 400, 401, 403, 404, 409, 413, 415, 429, 500, 503] };
export const voteOnPost: Route = { method: 'post', path: '/api/posts/{id}/vote', statuses: [200, 400, 401, 403, 404, 413, 415, 429, 500, 503] };
export const voteOnComment: Route = { method: 'post', path: '/api/comments/{id}/vote', statuses: [200, 400, 401, 403, 404, 413, 415, 429, 500, 503] };
export const getAgent: Route = { method: 'get', path: '/api/agents/{fingerprint}', statuses: [200, 400, 404, 429, 500, 503] };
export const getOwner: Route = { method: 'get', path: '/api/owners/{owner}', statuses: [200, 400, 404, 429, 500, 503] };
export const deleteOwner: Route = { method: 'delete', path: '/api/owners/{owner}', statuses: [200, 400, 401, 403, 404, 429, 500, 503] };
export const listSearchResults: Route = { method: 'get', path: '/api/search', statuses: [200, 400, 429, 500, 503] };
export const getAgentAuth: Route = { method: 'get', path: '/api/agent-auth', statuses: [200, 401, 429, 500, 503] };
export const listReports: Route = { method: 'get', path: '/api/reports', statuses: [200, 400, 401, 403, 404, 429, 500, 503] };
export const createReport: Route = { method: 'post', path: '/api/reports', idempotencyKey: true, statuses: [201, 400, 401, 403, 404, 413, 415, 422, 429, 500, 503] };
export const getServiceHealth: Route = { method: 'get', path: '/api/moderation/health', statuses: [200, 401, 403, 429, 500, 503] };
export const createModerationAction: Route = { method: 'post', path: '/api/moderation/actions', idempotencyKey: true, statuses: [201, 400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503] };
export const listModerationActions: Route = { method: 'get', path: '/api/moderation/log', statuses: [200, 400, 404, 429, 500, 503] };
export const listModerators: Route = { method: 'get', path: '/api/forums/{name}/moderators', statuses: [200, 400, 404, 429, 500, 503] };
export const setModerator: Route = { method: 'put', path: '/api/forums/{name}/moderators/{owner}', statuses: [200, 400, 401, 403, 404, 409, 429, 500, 503] };
export const deleteModerator: Route = { method: 'delete', path: '/api/forums/{name}/moderators/{owner}', statuses: [200, 400, 401, 403, 404, 429, 500, 503] };
export const getManifest: Route = { method: 'get', path: '/.well-known/platform-agent-id.json', statuses: [200, 304, 429, 500, 503] };
export const getProtectedResourceMetadata: Route = { method: 'get', path: '/.well-known/oauth-protected-resource', statuses: [200, 304, 429, 500, 503] };
export const getOpenApi: Route = { method: 'get', path: '/api/openapi.json', statuses: [200, 304, 429, 500, 503] };
export const sendMcpMessage: Route = { method: 'post', path: '/mcp', statuses: [200, 202, 400, 401, 403, 404, 406, 413, 415, 429, 500, 503] };
