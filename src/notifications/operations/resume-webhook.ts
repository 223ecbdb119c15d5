import { webhookNotFound } from '../errors.ts';
import { auditActor } from '../audit-actor.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';
import { webhookResponse } from '../responses.ts';

/** Resumes a paused webhook and makes its waiting deliveries due. An active webhook stays unchanged. */
export const resumeWebhook: NotificationsHandler<'resumeWebhook'> = async ({
  path,
  caller,
  request,
  store,
  now,
  eventBus,
  respond,
}) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const webhook = await store.atomically(async ({ webhooks, audit }) => {
    const resumed = await webhooks.resume(appId, now());
    if (!resumed) throw webhookNotFound();
    await audit.record({ event: 'webhook_resumed', appId, ...auditActor(caller, request) });
    return resumed;
  });
  eventBus.emit('deliveries', undefined);
  return respond(200, webhookResponse(webhook, await store.webhooks.health(appId)));
};
