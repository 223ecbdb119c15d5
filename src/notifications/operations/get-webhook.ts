import { webhookNotFound } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';
import { webhookResponse } from '../responses.ts';

/** Returns the webhook without its public key. */
export const getWebhook: NotificationsHandler<'getWebhook'> = async ({ path, caller, store, respond }) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const webhook = await store.webhooks.find(appId);
  if (!webhook) throw webhookNotFound();
  return respond(200, webhookResponse(webhook, await store.webhooks.health(appId)));
};
