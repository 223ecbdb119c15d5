import type { FastifyBaseLogger } from 'fastify';
import type { NotificationsOperations, NotificationsSecurity } from '../../generated/notifications/operations.ts';
import type { AdministratorCredentials } from '../runtime/caller/administrators.ts';
import type { Confirmation } from '../runtime/contract/confirmation.ts';
import type { StatusReference } from '../protocol/status-list.ts';
import type { IncomingRequest } from '../runtime/http/incoming-request.ts';
import { pageReader } from '../runtime/http/page.ts';
import { invalidCursor } from './errors.ts';
import type { OperationHandler } from '../typed-contract/operation.ts';
import type { ApiKeyGrants } from './api-keys/api-key.ts';
import type { NotificationsHandlerContext } from './context.ts';

/** Owner of an access token: a developer in the portal, a person in the host. */
export interface Caller {
  readonly sub: string;
  /** Provider address of the application that the token was issued to. */
  readonly clientId: string;
  readonly expiresAt: Date;
  readonly confirmation: Confirmation;
  /** Entry of the status list that marks the token as revoked; undefined for a token without a status list. */
  readonly status: StatusReference | undefined;
}

/** App of an API key, and what the key allows. */
export interface CallingApp extends Pick<ApiKeyGrants, 'scopes' | 'environment'> {
  readonly id: string;
}

/** Credentials that each security scheme yields. */
export interface NotificationsCredentials {
  readonly notificationsKey: { readonly app: CallingApp };
  readonly bearer: { readonly caller: Caller };
  readonly dpop: { readonly caller: Caller };
  /** Recipient of one push. The token is valid for this push only. */
  readonly receiptToken: { readonly caller: Pick<Caller, 'sub'>; readonly notificationId: string };
  readonly adminKey: AdministratorCredentials;
  /** The sign-in provider itself. */
  readonly serviceToken: object;
  readonly anonymous: object;
}

interface RequestContext {
  readonly request: IncomingRequest;
  readonly log: FastifyBaseLogger;
}

export type NotificationsHandler<Id extends keyof NotificationsOperations> = OperationHandler<
  NotificationsOperations[Id],
  NotificationsHandlerContext & NotificationsCredentials[NotificationsSecurity[Id]] & RequestContext
>;

/** Reads a page of a list. */
export const readPage = pageReader(50, invalidCursor);
