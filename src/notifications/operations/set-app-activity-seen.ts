import { activityNotFound } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';

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
