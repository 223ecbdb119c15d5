import { ownerUnauthorized } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';

/** Changes what the caller tells applications with the scope `profile`. */
export const updateOwnerProfile: SsoHandler<'updateOwnerProfile'> = async ({
  caller,
  body: change,
  atomically,
  now,
  request,
  respond,
}) => {
  const sub = requireOwner(caller);
  const profile = await atomically(async ({ owners, audit }) => {
    const updated = await owners.updateProfile(sub, change);
    // The owner was deleted concurrently.
    if (!updated) throw ownerUnauthorized();
    await audit.record({
      event: 'profile_updated',
      at: now(),
      requestId: request.id,
      ownerSub: sub,
      ip: request.ip,
      // Names only: the audit outlives the owner.
      details: { changed: Object.keys(change).join(' ') },
    });
    return updated;
  });
  return respond(200, { ...profile });
};
