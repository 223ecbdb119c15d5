import { apiKeyHash, apiKeyPrefix, maxWorkingKeys, newApiKey, olderKeyGraceMs } from '../api-key.ts';
import { tooManyKeys } from '../errors.ts';
import { by } from '../audited.ts';
import type { NotificationsHandler } from '../handler.ts';
import { ownedApp } from '../owned-app.ts';

/** A new key works at once; each older one without an end gets its own 7 days. */
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
  const { id: appId } = await ownedApp(store, path.appId, caller);
  const key = newApiKey(randomBytes);
  const id = newId();
  const createdAt = now();
  await store.atomically(async ({ apiKeys, audit }) => {
    const issued = await apiKeys.issue(
      { appId, id, keyHash: apiKeyHash(key), prefix: apiKeyPrefix(key), createdAt },
      { olderEndAt: new Date(createdAt.getTime() + olderKeyGraceMs), most: maxWorkingKeys },
    );
    if (!issued) throw tooManyKeys(maxWorkingKeys);
    await audit.record({ event: 'api_key_issued', appId, ...by(caller, request), details: { keyId: id } });
  });
  return respond(201, { keyId: id, key }, { 'cache-control': 'no-store' });
};
