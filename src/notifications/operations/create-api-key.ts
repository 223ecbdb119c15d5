import { apiKeyHash, apiKeyPrefix, maxWorkingKeys, newApiKey, olderKeyGraceMs } from '../api-key.ts';
import { tooManyKeys } from '../errors.ts';
import { auditActor } from '../audit-actor.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireConfirmation } from '../require-confirmation.ts';
import { requireOwnedApp } from '../require-owned-app.ts';

/** Creates a key that works at once. Older keys without an expiry expire after 7 days. */
export const createApiKey: NotificationsHandler<'createApiKey'> = async ({
  path,
  caller,
  request,
  store,
  now,
  newId,
  randomBytes,
  respond,
}) => {
  requireConfirmation(caller, now());
  const { id: appId } = await requireOwnedApp(store, path.appId, caller);
  const key = newApiKey(randomBytes);
  const id = newId();
  const createdAt = now();
  await store.atomically(async ({ apiKeys, audit }) => {
    const issued = await apiKeys.create(
      { appId, id, keyHash: apiKeyHash(key), prefix: apiKeyPrefix(key), createdAt },
      { olderKeysExpireAt: new Date(createdAt.getTime() + olderKeyGraceMs), maxKeys: maxWorkingKeys },
    );
    if (!issued) throw tooManyKeys(maxWorkingKeys);
    await audit.record({ event: 'api_key_issued', appId, ...auditActor(caller, request), details: { keyId: id } });
  });
  return respond(201, { keyId: id, key }, { 'cache-control': 'no-store' });
};
