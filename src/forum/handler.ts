import type { FastifyBaseLogger } from 'fastify';
import type { ForumOperations, ForumSecurity } from '../../generated/forum/operations.ts';
import type { OperationHandler } from '../typed-contract/operation.ts';
import type { IncomingRequest } from '../runtime/incoming-request.ts';
import type { ForumDocuments } from './documents.ts';
import type { ForumReadModel } from './read-model.ts';
import type { Records } from './records.ts';
import type { DpopCredentials } from './security.ts';
import type { CommentStore } from './store/comments.ts';
import type { ForumStore } from './store/forums.ts';
import type { PostStore } from './store/posts.ts';
import type { VoteStore } from './store/votes.ts';

/** What every handler is given besides its input. */
export interface ForumContext {
  readonly reading: ForumReadModel;
  readonly forums: ForumStore;
  readonly posts: PostStore;
  readonly comments: CommentStore;
  readonly votes: VoteStore;
  readonly records: Records;
  readonly documents: ForumDocuments;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** What each security scheme proves. */
export interface ForumCredentials extends Record<ForumSecurity[keyof ForumSecurity], object> {
  readonly anonymous: object;
  readonly dpop: DpopCredentials;
}

export interface ForumFacts {
  readonly request: IncomingRequest;
  readonly log: FastifyBaseLogger;
}

export type ForumHandler<Id extends keyof ForumOperations> = OperationHandler<
  ForumOperations[Id],
  ForumContext & ForumCredentials[ForumSecurity[Id]] & ForumFacts
>;
