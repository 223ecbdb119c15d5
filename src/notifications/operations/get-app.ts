import type { NotificationsHandler } from '../handler.ts';
import { requireOwnedApp } from '../require-owned-app.ts';
import { appResponse } from '../responses.ts';

export const getApp: NotificationsHandler<'getApp'> = async ({ path, caller, store, respond }) =>
  respond(200, appResponse(await requireOwnedApp(store, path.appId, caller)));
