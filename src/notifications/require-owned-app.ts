import { appNotFound } from './errors.ts';
import type { Caller } from './handler.ts';
import type { NotificationsStores } from './stores.ts';
import type { App } from './store/apps.ts';

/** Finds an app of the caller. @throws DomainError 404 when it does not exist or belongs to another developer */
export async function requireOwnedApp(store: NotificationsStores, appId: string, caller: Caller): Promise<App> {
  const app = await store.apps.findOwned(appId, caller.sub);
  if (!app) throw appNotFound();
  return app;
}
