import { apiKeyHash, apiKeyPrefix, maxWorkingKeys, newApiKey, olderKeyGraceMs } from '../api-key.ts';
import { apiKeyGrants } from '../api-key-grants.ts';
import { grantsResponse } from '../responses.ts';
import { appNotFound, tooManyKeys } from '../errors.ts';
import { auditActor } from '../audit-actor.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';

/** Creates a key that works at once. Older keys of its label and environment without an expiry expire after 7 days. */
export const createApiKey: NotificationsHandler<'createApiKey'> = async ({
  path,
  body,
  caller,
  request,
  store,
  now,
  newId,
  randomBytes,
  respond,
}) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const key = newApiKey(randomBytes);
  const id = newId();
  const createdAt = now();
  const grants = apiKeyGrants(body);
  await store.atomically(async ({ apiKeys, audit }) => {
    const result = await apiKeys.create(
      { appId, id, keyHash: apiKeyHash(key), prefix: apiKeyPrefix(key), createdAt, createdBy: caller.sub, ...grants },
      { olderKeysExpireAt: new Date(createdAt.getTime() + olderKeyGraceMs), maxKeys: maxWorkingKeys },
    );
    if (result === 'no_member') throw appNotFound();
    if (result === 'too_many_keys') throw tooManyKeys(maxWorkingKeys);
    await audit.record({
      event: 'api_key_issued',
      appId,
      ...auditActor(caller, request),
      details: { keyId: id, environment: grants.environment },
    });
  });
  return respond(201, { keyId: id, key, ...grantsResponse(grants) }, { 'cache-control': 'no-store' });
};
