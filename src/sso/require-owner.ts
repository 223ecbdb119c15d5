import type { BrowserCaller, DeviceCaller } from './caller.ts';
import { unknownDevice } from './errors/owner-errors.ts';

/**
 * Returns the owner that a caller acts for.
 *
 * @throws DomainError `unknown_device` when the caller's key is not enrolled
 */
export function requireOwner(caller: BrowserCaller | DeviceCaller): string {
  if (caller.sub === undefined) throw unknownDevice();
  return caller.sub;
}
