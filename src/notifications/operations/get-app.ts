import type { NotificationsHandler } from '../handler.ts';
import { ownedApp } from '../owned-app.ts';
import { presentApp } from '../presented.ts';

export const getApp: NotificationsHandler<'getApp'> = async ({ path, caller, store, respond }) =>
  respond(200, presentApp(await ownedApp(store, path.appId, caller)));
