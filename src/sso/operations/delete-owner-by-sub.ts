import { ownerNotFound } from '../errors/administration-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { eraseOwner } from '../owner-administration/erase-owner.ts';

/** Erases an owner. */
export const deleteOwnerBySub: SsoHandler<'deleteOwnerBySub'> = async ({
  path: { sub },
  administrator,
  atomically,
  pseudonymOf,
  metrics,
  now,
  request,
  respond,
}) => {
  const at = now();
  const pseudonym = pseudonymOf(sub);
  const revoked = await atomically(async (stores) => {
    const sessions = await eraseOwner(stores, { sub, at, pseudonym });
    if (sessions === undefined) throw ownerNotFound(sub);
    await stores.audit.record({
      event: 'owner_deleted',
      at,
      requestId: request.id,
      ownerSub: pseudonym,
      ip: request.ip,
      administrator,
      details: { sessions },
    });
    return sessions;
  });
  metrics.revoked('owner_deleted', revoked);
  return respond(204);
};
