import { uuidPattern } from '../../runtime/ids.ts';
import { decodePageCursor, createPage } from '../../runtime/page.ts';
import { cursorUnknown } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { ownedApp } from '../owned-app.ts';

/** The keys that work, newest first. */
export const listApiKeys: NotificationsHandler<'listApiKeys'> = async ({
  path,
  query,
  caller,
  store,
  now,
  respond,
}) => {
  const { id: appId } = await ownedApp(store, path.appId, caller);
  const limit = query.limit ?? 50;
  const after = decodePageCursor(query.cursor, uuidPattern, cursorUnknown)?.id;
  const listed = await store.apiKeys.list({ appId, now: now(), after, limit: limit + 1 });
  const { items, nextCursor } = createPage(listed, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  const keys = items.map(({ id, prefix, createdAt, expiresAt, lastUsedAt }) => ({
    keyId: id,
    prefix,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
  return respond(200, { keys, nextCursor });
};
