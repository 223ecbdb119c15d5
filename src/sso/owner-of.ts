import type { BrowserCaller, DeviceCaller } from './caller.ts';
import { unknownDevice } from './errors.ts';

/**
 * The owner that a caller acts for.
 *
 * @throws DomainError `unknown_device` when nobody enrolled the caller's key.
 */
export function ownerOf(caller: BrowserCaller | DeviceCaller): string {
  if (caller.sub === undefined) throw unknownDevice();
  return caller.sub;
}
