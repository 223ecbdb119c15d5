import { apiKeyGrants, apiKeyHash, apiKeyPrefix, maxWorkingKeys, newApiKey, olderKeyGraceMs } from './api-key.ts';
import { grantsResponse } from '../responses.ts';
import { appNotFound, keyNotAdoptable, keyNotFound, keyReplaced, ownerRequired, tooManyKeys } from '../errors.ts';
import { auditActor, requireApp, readPage, type NotificationsHandler } from '../handler.ts';
import { byCreation, type PageRequest } from '../../runtime/http/page.ts';

/** Creates a key that works at once. Older keys of its label and environment without an expiry expire after 7 days. */
export const createApiKey: NotificationsHandler<'createApiKey'> = async (input) => {
  const { path, body, caller, request, store, now, newId, randomBytes, respond } = input;
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

/** Makes the caller the maker of a key whose maker left, so that it does not end. */
export const adoptApiKey: NotificationsHandler<'adoptApiKey'> = async (input) => {
  const { path, caller, request, store, now, respond } = input;
  const { id: appId, role } = await requireApp(store, path.appId, caller);
  if (role !== 'owner') throw ownerRequired();
  await store.atomically(async ({ apiKeys, audit }) => {
    const adoption = await apiKeys.adopt({ appId, id: path.keyId, sub: caller.sub, at: now() });
    if (adoption === 'not_found') throw keyNotFound();
    if (adoption === 'not_adoptable') throw keyNotAdoptable();
    if (adoption === 'replaced') throw keyReplaced();
    await audit.record({
      event: 'api_key_adopted',
      appId,
      ...auditActor(caller, request),
      details: { keyId: path.keyId },
    });
  });
  return respond(204);
};

/** Lists working keys, newest first. */
export const listApiKeys: NotificationsHandler<'listApiKeys'> = async (input) => {
  const { path, query, caller, store, now, respond } = input;
  const { id: appId } = await requireApp(store, path.appId, caller);
  const list = ({ after, limit }: PageRequest) => store.apiKeys.list({ appId, now: now(), after: after?.id, limit });
  const { items, nextCursor } = await readPage(query, list, byCreation);
  const names = await store.memberNames.of(
    appId,
    items.map(({ createdBy }) => createdBy),
  );
  const keys = items.map(({ id, prefix, createdAt, createdBy, makerLeftAt, expiresAt, lastUsedAt, ...grants }) => ({
    keyId: id,
    prefix,
    ...grantsResponse(grants),
    createdAt: createdAt.toISOString(),
    createdBy,
    createdByName: names.get(createdBy ?? '') ?? null,
    adoptable: makerLeftAt !== null,
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
  return respond(200, { keys, nextCursor });
};

/** Revokes one key immediately. */
export const revokeApiKey: NotificationsHandler<'revokeApiKey'> = async (input) => {
  const { path, caller, request, store, now, respond } = input;
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
