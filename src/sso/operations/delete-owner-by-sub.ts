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
  const event = { requestId: request.id, ip: request.ip, administrator };
  const revoked = await atomically((stores) => eraseOwner(stores, { sub, at, pseudonym, event }));
  if (revoked === undefined) throw ownerNotFound(sub);
  metrics.revoked('owner_deleted', revoked);
  return respond(204);
};
