import { ownerUnauthorized } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';

/** Returns what the caller tells applications with the scope `profile`. */
export const getOwnerProfile: SsoHandler<'getOwnerProfile'> = async ({ caller, owners, respond }) => {
  const profile = await owners.profile(requireOwner(caller));
  // The owner was deleted concurrently.
  if (!profile) throw ownerUnauthorized();
  return respond(200, { ...profile });
};
