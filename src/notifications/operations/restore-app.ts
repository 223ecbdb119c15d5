import { appNotFound } from '../errors.ts';
import { auditActor } from '../audit-actor.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireAppOwner } from '../require-app.ts';
import { appResponse } from '../responses.ts';
import { restorableMs } from '../store/apps.ts';

/** Restores a deleted app with its keys, consents and webhook. */
export const restoreApp: NotificationsHandler<'restoreApp'> = async ({
  path,
  caller,
  request,
  store,
  now,
  respond,
}) => {
  const { id: appId, deletedAt } = await requireAppOwner(store, path.appId, caller);
  if (deletedAt !== null && now().getTime() - deletedAt.getTime() >= restorableMs) throw appNotFound();
  await store.atomically(async ({ apps, audit }) => {
    await apps.setDeleted(appId, null);
    await audit.record({ event: 'app_restored', appId, ...auditActor(caller, request) });
  });
  return respond(200, appResponse(await requireAppOwner(store, appId, caller)));
};
