import { auditActor } from '../audit-actor.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';
import { appResponse } from '../responses.ts';
import { checkVisibleText } from '../visible-text.ts';

/** Changes the name or the icon of an app. */
export const updateApp: NotificationsHandler<'updateApp'> = async ({ path, body, caller, request, store, respond }) => {
  const app = await requireApp(store, path.appId, caller);
  if (body.name !== undefined) checkVisibleText('name', body.name);
  await store.atomically(async ({ apps, audit }) => {
    await apps.update(app.id, body);
    const details = { members: Object.keys(body).join(' ') };
    await audit.record({ event: 'app_changed', appId: app.id, ...auditActor(caller, request), details });
  });
  return respond(200, appResponse(await requireApp(store, app.id, caller)));
};
