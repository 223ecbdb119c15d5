import { keyNotFound } from '../errors.ts';
import { auditActor } from '../audit-actor.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';

/** Revokes one key immediately. */
export const revokeApiKey: NotificationsHandler<'revokeApiKey'> = async ({
  path,
  caller,
  request,
  store,
  now,
  respond,
}) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  await store.atomically(async ({ apiKeys, audit }) => {
    if (!(await apiKeys.revoke(appId, path.keyId, now()))) throw keyNotFound();
    await audit.record({
      event: 'api_key_revoked',
      appId,
      ...auditActor(caller, request),
      details: { keyId: path.keyId },
    });
  });
  return respond(204);
};
