import { ownerUnauthorized } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';
import { deviceResponse, passkeyResponse } from '../responses.ts';

/** Returns the caller's session address, authenticators, and the state of its recovery. */
export const getOwner: SsoHandler<'getOwner'> = async ({ caller, owners, recovery, respond }) => {
  const owner = await owners.get(requireOwner(caller));
  // The owner was deleted concurrently.
  if (!owner) throw ownerUnauthorized();
  return respond(200, {
    sub: owner.sub,
    createdAt: owner.createdAt.toISOString(),
    passkeys: owner.passkeys.map(passkeyResponse),
    devices: owner.devices.map(deviceResponse),
    recoveryCodesLeft: (await recovery.state(owner.sub)).remaining,
    recoveredAt: owner.recoveredAt?.toISOString() ?? null,
  });
};
