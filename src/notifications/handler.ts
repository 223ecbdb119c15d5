import type { FastifyBaseLogger } from 'fastify';
import type { NotificationsOperations, NotificationsSecurity } from '../../generated/notifications/operations.ts';
import type { AdministratorCredentials } from '../runtime/caller/administrators.ts';
import type { Confirmation } from '../runtime/contract/confirmation.ts';
import type { StatusReference } from '../protocol/status-list.ts';
import type { IncomingRequest } from '../runtime/http/incoming-request.ts';
import { pageReader } from '../runtime/http/page.ts';
import { invalidCursor, appNotFound, insufficientKeyScope, ownerRequired } from './errors.ts';
import type { OperationHandler } from '../typed-contract/operation.ts';
import type { ApiKeyGrants, ApiKeyScope } from './api-keys/api-key.ts';
import type { NotificationsHandlerContext } from './context.ts';
import type { NotificationsStores } from './stores.ts';
import type { MemberApp } from './apps/app-store.ts';
import type { NotificationsAuditEvent } from './apps/audit-store.ts';

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

/** Finds an app of which the caller is a member. @throws DomainError 404 when there is none */
export async function requireApp(store: NotificationsStores, appId: string, caller: Caller): Promise<MemberApp> {
  const app = await store.apps.findForMember(appId, caller.sub);
  if (!app || app.deletedAt !== null) throw appNotFound();
  return app;
}

/**
 * Finds an app of which the caller is an owner, deleted ones included.
 *
 * @throws DomainError 404 when the caller is no member, 403 when the caller is a developer
 */
export async function requireAppOwner(store: NotificationsStores, appId: string, caller: Caller): Promise<MemberApp> {
  const app = await store.apps.findForMember(appId, caller.sub);
  if (!app) throw appNotFound();
  if (app.role !== 'owner') throw ownerRequired();
  return app;
}

/** @throws DomainError 403 when the key has none of the scopes */
export function requireKeyScope({ scopes }: Pick<CallingApp, 'scopes'>, ...accepted: readonly ApiKeyScope[]): void {
  if (!accepted.some((scope) => scopes.includes(scope))) throw insufficientKeyScope(accepted.join(' or '));
}

/** Returns the fields of an audit event that identify the actor and the request. */
export function auditActor(
  caller: Caller,
  request: IncomingRequest,
): Pick<NotificationsAuditEvent, 'actorSub' | 'clientAddress' | 'ip' | 'requestId'> {
  return { actorSub: caller.sub, clientAddress: caller.clientId, ip: request.ip, requestId: request.id };
}
