import type { BrowserCaller, DeviceCaller } from '../caller.ts';
import type { SsoHandlerContext } from '../context.ts';
import { browserOfAnotherOwner, deviceLinkExpired, ownerSuspended } from '../errors/owner-errors.ts';
import { secretHash } from '../secret-hash.ts';

/**
 * Returns the owner who shows a link, for a browser that is signed out or signed in as this owner.
 *
 * @throws DomainError `device_link_expired`, `browser_of_another_owner` or `owner_suspended`
 */
export async function linkOwner(
  link: string,
  caller: BrowserCaller | DeviceCaller | undefined,
  { deviceLinks, owners, now }: Pick<SsoHandlerContext, 'deviceLinks' | 'owners' | 'now'>,
): Promise<string> {
  const sub = await deviceLinks.ownerOf(secretHash(link), now());
  if (sub === undefined) throw deviceLinkExpired();
  if (await owners.isSuspended(sub)) throw ownerSuspended();
  if (caller?.sub !== undefined && caller.sub !== sub) throw browserOfAnotherOwner();
  return sub;
}
