import { deviceLinkNotFound } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';
import type { DeviceLink } from '../store/device-links.ts';

/** Returns whether a device has joined with one of the caller's links. */
export const getDeviceLink: SsoHandler<'getDeviceLink'> = async ({
  path: { deviceLinkId },
  caller,
  deviceLinks,
  now,
  respond,
}) => {
  const link = await deviceLinks.get(requireOwner(caller), deviceLinkId);
  if (!link) throw deviceLinkNotFound();
  return respond(200, {
    deviceLinkId,
    status: statusOf(link, now()),
    name: link.name,
    expiresAt: link.expiresAt.toISOString(),
  });
};

function statusOf({ usedAt, expiresAt }: DeviceLink, now: Date) {
  if (usedAt !== null) return 'linked';
  return expiresAt <= now ? 'expired' : 'pending';
}
