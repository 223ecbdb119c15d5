import { appNotFound, insufficientKeyScope, ownerRequired } from '../errors.ts';
import type { Caller, CallingApp } from '../handler.ts';
import type { NotificationsStores } from '../stores.ts';
import type { MemberApp } from './app-store.ts';
import type { ApiKeyScope } from '../api-keys/api-key.ts';
import type { IncomingRequest } from '../../runtime/http/incoming-request.ts';
import type { NotificationsAuditEvent } from './audit-store.ts';

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
