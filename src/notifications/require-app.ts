import { appNotFound, ownerRequired } from './errors.ts';
import type { Caller } from './handler.ts';
import type { NotificationsStores } from './stores.ts';
import type { MemberApp } from './store/apps.ts';

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
