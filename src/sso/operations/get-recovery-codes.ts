import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';

/** Returns how many of the caller's recovery codes are left. */
export const getRecoveryCodes: SsoHandler<'getRecoveryCodes'> = async ({ caller, recovery, respond }) => {
  const { remaining, createdAt } = await recovery.state(requireOwner(caller));
  return respond(200, { remaining, createdAt: createdAt?.toISOString() ?? null });
};
