import { tooManyApps } from '../errors.ts';
import { auditActor } from '../audit-actor.ts';
import { checkVisibleText } from '../visible-text.ts';
import type { NotificationsHandler } from '../handler.ts';
import { appResponse } from '../responses.ts';

/** Maximum number of apps of one developer. */
const maxApps = 1000;

/** Creates an app that belongs to the caller. */
export const createApp: NotificationsHandler<'createApp'> = async ({
  body,
  caller,
  request,
  store,
  now,
  newId,
  respond,
}) => {
  checkVisibleText('name', body.name);
  const app = { id: newId(), name: body.name, createdAt: now() };
  await store.atomically(async ({ apps, audit }) => {
    if (!(await apps.create({ ...app, ownerSub: caller.sub }, maxApps))) throw tooManyApps(maxApps);
    await audit.record({ event: 'app_created', appId: app.id, ...auditActor(caller, request) });
  });
  const fresh = { role: 'owner', icon: null, deletedAt: null, hasWebhook: false, webhookProblem: null } as const;
  return respond(201, appResponse({ ...app, ...fresh }));
};
