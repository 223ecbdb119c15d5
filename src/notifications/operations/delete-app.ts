import { auditActor } from '../audit-actor.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireAppOwner } from '../require-app.ts';
import { appResponse } from '../responses.ts';

/** Deletes an app: its keys stop working at once, its rows are erased 30 days later. */
export const deleteApp: NotificationsHandler<'deleteApp'> = async ({ path, caller, request, store, now, respond }) => {
  const { id: appId } = await requireAppOwner(store, path.appId, caller);
  await store.atomically(async ({ apps, audit }) => {
    await apps.setDeleted(appId, now());
    await audit.record({ event: 'app_deleted', appId, ...auditActor(caller, request) });
  });
  return respond(200, appResponse(await requireAppOwner(store, appId, caller)));
};
