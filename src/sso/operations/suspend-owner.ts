import { ownerNotFound } from '../errors/administration-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { readOwnerRecord } from '../owner-administration/owner-record.ts';
import { suspendOwnerIn } from '../owner-administration/suspend-owner.ts';

/** Suspends an owner and revokes all of their sessions. Idempotent. */
export const suspendOwner: SsoHandler<'suspendOwner'> = async ({
  path: { sub },
  body,
  administrator,
  respond,
  ...context
}) => {
  const { atomically, now, request, metrics } = context;
  const at = now();
  const reason = body?.reason ?? null;
  const event = { requestId: request.id, ip: request.ip, administrator };
  const revoked = await atomically((stores) => suspendOwnerIn(stores, { sub, at, reason, event }));
  if (revoked === undefined) throw ownerNotFound(sub);
  metrics.revoked('owner_suspended', revoked);
  return respond(200, await readOwnerRecord(sub, context));
};
