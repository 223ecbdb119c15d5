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
  const { kind: by } = caller;
  // Without the network address, which is personal.
  const event = { requestId: request.id, details: { by } };
  const revoked = await atomically((stores) => eraseOwner(stores, { sub, at, pseudonym, event }));
  metrics.revoked('owner_deleted', revoked);
  return respond(
    204,
    undefined,
    caller.kind === 'browser' ? { 'set-cookie': clearedOwnerCookie(settings.issuer) } : {},
  );
};
