import { webhookNotFound } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { ownedApp } from '../owned-app.ts';
import { presentWebhook } from '../presented.ts';

/** The public key is not shown here. */
export const getWebhook: NotificationsHandler<'getWebhook'> = async ({ path, caller, store, respond }) => {
  const { id: appId } = await ownedApp(store, path.appId, caller);
  const webhook = await store.webhooks.find(appId);
  if (!webhook) throw webhookNotFound();
  return respond(200, presentWebhook(webhook));
};
