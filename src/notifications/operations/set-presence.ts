import { deviceNotFound, hostAppNotFound } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';

/** Lifetime of a presence record, milliseconds: the host may close without clearing it. */
const presenceMs = 60_000;

/** Records which app the person has open on a device, or none. */
export const setPresence: NotificationsHandler<'setPresence'> = async ({ body, caller, store, now, respond }) => {
  const { appId, deviceId } = body;
  const key = { sessionAddress: caller.sub, deviceId };
  if (deviceId !== undefined && !(await store.devices.exists(caller.sub, deviceId))) throw deviceNotFound();
  if (appId === null) {
    await store.presence.delete(key);
    return respond(200, { appId: null, expiresAt: null });
  }
  const app = await store.apps.find(appId);
  if (!app) throw hostAppNotFound();
  const expiresAt = new Date(now().getTime() + presenceMs);
  await store.presence.set({ ...key, appId: app.id, expiresAt });
  return respond(200, { appId: app.id, expiresAt: expiresAt.toISOString() });
};
