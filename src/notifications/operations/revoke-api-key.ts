import { keyNotFound } from '../errors.ts';
import { by } from '../audited.ts';
import type { NotificationsHandler } from '../handler.ts';
import { ownedApp } from '../owned-app.ts';

/** The key stops working at once; the others are untouched. */
export const revokeApiKey: NotificationsHandler<'revokeApiKey'> = async ({
  path,
  caller,
  request,
  store,
  now,
  respond,
}) => {
  const { id: appId } = await ownedApp(store, path.appId, caller);
  await store.atomically(async ({ apiKeys, audit }) => {
    if (!(await apiKeys.revoke(appId, path.keyId, now()))) throw keyNotFound();
    await audit.record({ event: 'api_key_revoked', appId, ...by(caller, request), details: { keyId: path.keyId } });
  });
  return respond(204);
};
