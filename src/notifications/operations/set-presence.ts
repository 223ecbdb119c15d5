import { hostAppNotFound } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';

/** Presence ends by itself, in case the host cannot say goodbye. */
const presenceMs = 60_000;

/** Inside which app the person is, or in none. */
export const setPresence: NotificationsHandler<'setPresence'> = async ({ body, caller, store, now, respond }) => {
  const { appId } = body;
  if (appId === null) {
    await store.presence.clear(caller.sub);
    return respond(200, { appId: null, expiresAt: null });
  }
  const app = await store.apps.find(appId);
  if (!app) throw hostAppNotFound();
  const expiresAt = new Date(now().getTime() + presenceMs);
  await store.presence.put({ sessionAddress: caller.sub, appId: app.id, expiresAt });
  return respond(200, { appId: app.id, expiresAt: expiresAt.toISOString() });
};
