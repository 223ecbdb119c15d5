import { uuidPattern } from '../../runtime/ids.ts';
import { decodePageCursor, createPage } from '../../runtime/page.ts';
import { invalidListCursor } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { grantsResponse } from '../responses.ts';
import { requireApp } from '../require-app.ts';

/** Lists working keys, newest first. */
export const listApiKeys: NotificationsHandler<'listApiKeys'> = async ({
  path,
  query,
  caller,
  store,
  now,
  respond,
}) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const limit = query.limit ?? 50;
  const after = decodePageCursor(query.cursor, uuidPattern, invalidListCursor)?.id;
  const listed = await store.apiKeys.list({ appId, now: now(), after, limit: limit + 1 });
  const { items, nextCursor } = createPage(listed, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  const keys = items.map(({ id, prefix, createdAt, createdBy, makerLeftAt, expiresAt, lastUsedAt, ...grants }) => ({
    keyId: id,
    prefix,
    ...grantsResponse(grants),
    createdAt: createdAt.toISOString(),
    createdBy,
    adoptable: makerLeftAt !== null,
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
  return respond(200, { keys, nextCursor });
};
