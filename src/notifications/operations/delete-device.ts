import { deviceNotFound } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';

/** Deletes a device of the caller and ends its stream. */
export const deleteDevice: NotificationsHandler<'deleteDevice'> = async ({
  path,
  caller,
  store,
  eventBus,
  respond,
}) => {
  if (!(await store.devices.delete(caller.sub, path.deviceId))) throw deviceNotFound();
  eventBus.emit('disconnect', path.deviceId);
  return respond(204);
};
