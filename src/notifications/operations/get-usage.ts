import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';
import { usageRange } from '../usage-range.ts';

/** Counts real notifications per UTC day and status. */
export const getUsage: NotificationsHandler<'getUsage'> = async ({ path, query, caller, store, now, respond }) => {
  const range = usageRange(query, now());
  const { id: appId } = await requireApp(store, path.appId, caller);
  const counts = await store.usage.count({ appId, ...range });
  return respond(200, { ...range, counts });
};
