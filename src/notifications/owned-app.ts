import { appNotFound } from './errors.ts';
import type { Caller } from './handler.ts';
import type { NotificationsStore } from './store.ts';
import type { App } from './store/apps.ts';

/** An app of the caller. @throws DomainError 404, the same for what is not there and for what is somebody else's. */
export async function ownedApp(store: NotificationsStore, appId: string, caller: Caller): Promise<App> {
  const app = await store.apps.findOwned(appId, caller.sub);
  if (!app) throw appNotFound();
  return app;
}
