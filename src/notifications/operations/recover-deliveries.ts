import { webhookNotFound, webhookPaused } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { parseSince } from '../parse-since.ts';
import { requireApp } from '../require-app.ts';

/** Maximum number of deliveries of one call: they are due at once, and other apps share the workers. */
const maxRecovered = 1000;

/** Queues again what was dropped since a time, oldest first. */
export const recoverDeliveries: NotificationsHandler<'recoverDeliveries'> = async ({
  path,
  body,
  caller,
  store,
  eventBus,
  respond,
}) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const result = await store.recovery.recover({
    appId,
    since: parseSince(body.since),
    status: body.status,
    limit: maxRecovered,
  });
  if (result === 'no_webhook') throw webhookNotFound();
  if (result === 'webhook_paused') throw webhookPaused();
  eventBus.emit('deliveries', undefined);
  return respond(202, result);
};
