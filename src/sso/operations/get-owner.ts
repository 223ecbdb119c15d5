import { ownerUnauthorized } from '../errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';
import { deviceResponse, passkeyResponse } from '../responses.ts';

/** Returns the caller's session address, passkeys and devices. */
export const getOwner: SsoHandler<'getOwner'> = async ({ caller, owners, respond }) => {
  const owner = await owners.get(requireOwner(caller));
  // The owner was deleted concurrently.
  if (!owner) throw ownerUnauthorized();
  return respond(200, {
    sub: owner.sub,
    createdAt: owner.createdAt.toISOString(),
    passkeys: owner.passkeys.map(passkeyResponse),
    devices: owner.devices.map(deviceResponse),
  });
};
