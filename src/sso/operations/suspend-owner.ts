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
  const revoked = await atomically(async (stores) => {
    const sessions = await suspendOwnerIn(stores, { sub, at, reason });
    if (sessions === undefined) throw ownerNotFound(sub);
    await stores.audit.record({
      event: 'owner_suspended',
      at,
      requestId: request.id,
      ownerSub: sub,
      ip: request.ip,
      administrator,
      details: { reason, sessions },
    });
    return sessions;
  });
  metrics.revoked('owner_suspended', revoked);
  return respond(200, await readOwnerRecord(sub, context));
};
