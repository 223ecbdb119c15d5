import { tooManyApps } from '../errors.ts';
import { by } from '../audited.ts';
import type { NotificationsHandler } from '../handler.ts';
import { presentApp } from '../presented.ts';

/** Apps of one developer. */
const maxApps = 1000;

/** The app belongs to the caller. */
export const createApp: NotificationsHandler<'createApp'> = async ({
  body,
  caller,
  request,
  store,
  now,
  newId,
  respond,
}) => {
  const app = { id: newId(), name: body.name, createdAt: now() };
  await store.atomically(async ({ apps, audit }) => {
    if (!(await apps.create({ ...app, ownerSub: caller.sub }, maxApps))) throw tooManyApps(maxApps);
    await audit.record({ event: 'app_created', appId: app.id, ...by(caller, request) });
  });
  return respond(201, presentApp(app));
};
