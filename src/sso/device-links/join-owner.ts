import type { DeviceCaller } from '../caller.ts';
import type { SsoHandlerContext } from '../context.ts';
import { deviceLimit, deviceLinkExpired, deviceOfAnotherOwner, ownerSuspended } from '../errors/owner-errors.ts';
import type { SsoRequestContext } from '../handler.ts';
import { secretHash } from '../secret-hash.ts';
import { maxDevices } from '../store/authenticators.ts';
import type { EnrolledDevice } from '../store/owners.ts';

export interface JoiningDevice {
  readonly caller: Pick<DeviceCaller, 'jkt' | 'jwk'>;
  readonly name: string;
  /** Secret of the link. */
  readonly link: string;
}

/**
 * Adds a device to the owner who shows the link. A rejected device does not consume the link.
 *
 * @throws DomainError `device_link_expired`, `device_of_another_owner`, `device_limit` or `owner_suspended`
 */
export function joinOwner(
  { caller: { jkt, jwk }, name, link }: JoiningDevice,
  { atomically, now, request }: SsoHandlerContext & SsoRequestContext,
): Promise<EnrolledDevice> {
  const at = now();
  const linkHash = secretHash(link);
  return atomically(async ({ authenticators, deviceLinks, owners, audit }) => {
    const sub = await deviceLinks.ownerOf(linkHash, at);
    if (sub === undefined) throw deviceLinkExpired();
    if (await owners.isSuspended(sub)) throw ownerSuspended();
    // Locks the owner before the link: the same order as deleting an owner.
    const added = await authenticators.addDevice({ sub, jkt, jwk, name, at });
    if (added === 'no_owner') throw deviceLinkExpired();
    if (added === 'other_owner') throw deviceOfAnotherOwner();
    if (added === 'limit') throw deviceLimit(maxDevices);
    if (!(await deviceLinks.use(linkHash, { jkt }, at))) throw deviceLinkExpired();
    if (added.isNew)
      await audit.record({
        event: 'device_enrolled',
        at,
        requestId: request.id,
        ownerSub: sub,
        ip: request.ip,
        details: { jkt, by: 'link' },
      });
    return added;
  });
}
