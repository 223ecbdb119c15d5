import { uuidPattern } from '../../runtime/start/ids.ts';
import { createPage, decodePageCursor } from '../../runtime/http/page.ts';
import { activityNotFound, invalidCursor } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from './require-app.ts';

/** Lists who changed an app, the newest change first. */
export const listAppActivity: NotificationsHandler<'listAppActivity'> = async ({
  path,
  query,
  caller,
  store,
  respond,
}) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const reader = { appId, sub: caller.sub };
  const limit = query.limit ?? 50;
  const after = decodePageCursor(query.cursor, uuidPattern, invalidCursor)?.id;
  const listed = await store.appActivity.list({ ...reader, after, limit: limit + 1 });
  const { items, nextCursor } = createPage(listed, limit, ({ at, id }) => ({ at, id }));
  const events = items.map(({ id, at, ...event }) => ({ eventId: id, at: at.toISOString(), ...event }));
  return respond(200, { events, newCount: await store.appActivity.countNew(reader), nextCursor });
};

/** Records which changes of an app the caller has seen. */
export const setAppActivitySeen: NotificationsHandler<'setAppActivitySeen'> = async ({
  path,
  body,
  caller,
  store,
  respond,
}) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  if (!(await store.appActivity.markSeen({ appId, sub: caller.sub }, body.through))) throw activityNotFound();
  return respond(204);
};
