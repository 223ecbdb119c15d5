import type { FastifyBaseLogger } from 'fastify';
import type { BackendOperations, BackendSecurity } from '../../generated/backend/operations.ts';
import type { OperationHandler } from '../typed-contract/operation.ts';
import type { AdministratorCredentials } from '../runtime/caller/administrators.ts';
import type { IncomingRequest } from '../runtime/http/incoming-request.ts';
import { pageReader } from '../runtime/http/page.ts';
import { invalidCursor } from './errors.ts';
import type { BackendContext } from './context.ts';
import type { ApprovalCredentials, UserCredentials } from './security.ts';

/** What each security scheme proves. */
interface BackendCredentials extends Record<BackendSecurity[keyof BackendSecurity], object> {
  readonly anonymous: object;
  readonly bearer: UserCredentials;
  readonly dpop: UserCredentials;
  readonly approval: ApprovalCredentials;
  readonly adminKey: AdministratorCredentials;
}

interface BackendRequestContext {
  readonly request: IncomingRequest;
  readonly log: FastifyBaseLogger;
}

export type BackendHandler<Id extends keyof BackendOperations> = OperationHandler<
  BackendOperations[Id],
  BackendContext & BackendCredentials[BackendSecurity[Id]] & BackendRequestContext
>;

/** Reads a page of a list. */
export const readPage = pageReader(50, invalidCursor);
