import type { SsoHandler } from '../handler.ts';
import { eraseOwner } from '../owner-administration/erase-owner.ts';
import { clearedOwnerCookie } from '../owner-cookie.ts';
import { requireOwner } from '../require-owner.ts';

/** Deletes the owner with all authenticators, browser sessions and connected applications. */
export const deleteOwner: SsoHandler<'deleteOwner'> = async ({ caller, respond, ...context }) => {
  const { atomically, pseudonymOf, metrics, now, request, settings } = context;
  const sub = requireOwner(caller);
  const at = now();
  const pseudonym = pseudonymOf(sub);
  const revoked = await atomically(async (stores) => {
    const sessions = await eraseOwner(stores, { sub, at, pseudonym });
    // Without the network address, which is personal.
    if (sessions !== undefined)
      await stores.audit.record({
        event: 'owner_deleted',
        at,
        requestId: request.id,
        ownerSub: pseudonym,
        details: { by: caller.kind, sessions },
      });
    return sessions ?? 0;
  });
  metrics.revoked('owner_deleted', revoked);
  return respond(
    204,
    undefined,
    caller.kind === 'browser' ? { 'set-cookie': clearedOwnerCookie(settings.issuer) } : {},
  );
};
