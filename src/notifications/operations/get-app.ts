import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';
import { appResponse } from '../responses.ts';

export const getApp: NotificationsHandler<'getApp'> = async ({ path, caller, store, respond }) =>
  respond(200, appResponse(await requireApp(store, path.appId, caller)));
