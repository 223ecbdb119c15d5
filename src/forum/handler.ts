import type { FastifyBaseLogger } from 'fastify';
import type { ForumOperations, ForumSecurity } from '../../generated/forum/operations.ts';
import type { OperationHandler } from '../typed-contract/operation.ts';
import type { AdministratorCredentials } from '../runtime/caller/administrators.ts';
import type { IncomingRequest } from '../runtime/http/incoming-request.ts';
import type { CallOperation } from '../runtime/contract/operation-calls.ts';
import type { ForumContext } from './context.ts';
import type { DpopCredentials } from './security.ts';

/** What each security scheme proves. */
interface ForumCredentials extends Record<ForumSecurity[keyof ForumSecurity], object> {
  readonly anonymous: object;
  readonly dpop: DpopCredentials;
  readonly adminKey: AdministratorCredentials;
}

interface ForumRequestContext {
  readonly request: IncomingRequest;
  readonly log: FastifyBaseLogger;
  readonly callOperation: CallOperation;
}

export type ForumHandler<Id extends keyof ForumOperations> = OperationHandler<
  ForumOperations[Id],
  ForumContext & ForumCredentials[ForumSecurity[Id]] & ForumRequestContext
>;
