import { hostAppNotFound } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';

/** Lifetime of a presence record, milliseconds: the host may close without clearing it. */
const presenceMs = 60_000;

/** Records which app the person has open, or none. */
export const setPresence: NotificationsHandler<'setPresence'> = async ({ body, caller, store, now, respond }) => {
  const { appId } = body;
  if (appId === null) {
    await store.presence.delete(caller.sub);
    return respond(200, { appId: null, expiresAt: null });
  }
  const app = await store.apps.find(appId);
  if (!app) throw hostAppNotFound();
  const expiresAt = new Date(now().getTime() + presenceMs);
  await store.presence.set({ sessionAddress: caller.sub, appId: app.id, expiresAt });
  return respond(200, { appId: app.id, expiresAt: expiresAt.toISOString() });
};
