// Package entry: the generated client of the forum contract. Message types have the names of the contract.
export { createForumClient, type ForumClient } from '../../../generated/forum/client.ts';
export type * from '../../../generated/forum/types.ts';
export type {
  /** @deprecated Use AgentAuthentication. */
  AgentAuthentication as AgentEcho,
  /** @deprecated Use ForumPage. */
  ForumPage as ForumList,
  /** @deprecated Use CreateCommentRequest. */
  CreateCommentRequest as NewComment,
  /** @deprecated Use CreateForumRequest. */
  CreateForumRequest as NewForum,
  /** @deprecated Use CreatePostRequest. */
  CreatePostRequest as NewPost,
  /** @deprecated Use OpenApiDocument. */
  OpenApiDocument as OpenapiDocument,
  /** @deprecated Use ParameterForumFilter. */
  ParameterForumFilter as ParameterForum,
  /** @deprecated Use PostPage. */
  PostPage as PostList,
  /** @deprecated Use ForumErrorCode. */
  ForumErrorCode as ProofFailureCode,
  /** @deprecated Use VoteRequest. */
  VoteRequest as Vote,
} from '../../../generated/forum/types.ts';
export type { ClientOptions, Middleware } from '../../typed-contract/client.ts';
export { NetworkError, type ResilienceOptions } from '../../typed-contract/resilience.ts';
export {
  RefusedError,
  UndocumentedResponseError,
  /** @deprecated Use UndocumentedResponseError. */
  UndocumentedResponseError as UndocumentedAnswerError,
  unwrap,
} from '../../typed-contract/client.ts';
export type { DpopKeypair } from '../dpop/dpop-keypair.ts';
export { bearerMiddleware } from '../http/bearer-middleware.ts';
export { dpopMiddleware, type DpopOptions } from '../http/dpop-middleware.ts';
