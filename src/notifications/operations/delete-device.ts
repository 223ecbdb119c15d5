import { deviceNotFound } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';

/** Ends the device's stream, too. */
export const deleteDevice: NotificationsHandler<'deleteDevice'> = async ({ path, caller, store, signals, respond }) => {
  if (!(await store.devices.remove(caller.sub, path.deviceId))) throw deviceNotFound();
  signals.emit('disconnect', path.deviceId);
  return respond(204);
};
