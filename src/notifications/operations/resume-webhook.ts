import { webhookNotFound } from '../errors.ts';
import { by } from '../audited.ts';
import type { NotificationsHandler } from '../handler.ts';
import { ownedApp } from '../owned-app.ts';
import { presentWebhook } from '../presented.ts';

/** What waited is due at once; on an active webhook nothing changes. */
export const resumeWebhook: NotificationsHandler<'resumeWebhook'> = async ({
  path,
  caller,
  request,
  store,
  now,
  signals,
  respond,
}) => {
  const { id: appId } = await ownedApp(store, path.appId, caller);
  const webhook = await store.atomically(async ({ webhooks, audit }) => {
    const resumed = await webhooks.resume(appId, now());
    if (!resumed) throw webhookNotFound();
    await audit.record({ event: 'webhook_resumed', appId, ...by(caller, request) });
    return resumed;
  });
  signals.emit('deliveries', undefined);
  return respond(200, presentWebhook(webhook));
};
