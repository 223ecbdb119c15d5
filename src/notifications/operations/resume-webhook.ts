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
  const webhook = await store.webhooks.resume(appId, now());
  if (!webhook) throw webhookNotFound();
  await store.audit.record({ event: 'webhook_resumed', appId: appId, ...by(caller, request) });
  signals.emit('deliveries', undefined);
  return respond(200, presentWebhook(webhook));
};
