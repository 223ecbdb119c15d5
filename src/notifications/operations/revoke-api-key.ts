import { keyNotFound } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { ownedApp } from '../owned-app.ts';

/** The key stops working at once; the others are untouched. */
export const revokeApiKey: NotificationsHandler<'revokeApiKey'> = async ({ path, caller, store, now, respond }) => {
  const { id: appId } = await ownedApp(store, path.appId, caller);
  if (!(await store.apiKeys.revoke(appId, path.keyId, now()))) throw keyNotFound();
  return respond(204);
};
