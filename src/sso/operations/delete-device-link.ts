import { deviceLinkNotFound } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';

/** Deletes one of the caller's links. */
export const deleteDeviceLink: SsoHandler<'deleteDeviceLink'> = async ({
  path: { deviceLinkId },
  caller,
  deviceLinks,
  respond,
}) => {
  if (!(await deviceLinks.delete(requireOwner(caller), deviceLinkId))) throw deviceLinkNotFound();
  return respond(204);
};
