import type { SsoHandler } from '../handler.ts';
import { clearedOwnerCookie } from '../owner-cookie.ts';
import { requireAssertion } from '../require-assertion.ts';
import { requireOwner } from '../require-owner.ts';

/** Deletes the owner with all authenticators, browser sessions and connected applications. */
export const deleteOwner: SsoHandler<'deleteOwner'> = async ({ caller, body, respond, ...context }) => {
  const { atomically, now, request, settings } = context;
  const sub = requireOwner(caller);
  await requireAssertion(caller, body?.assertion, { action: 'delete_owner' }, context);
  await atomically(async ({ owners, audit }) => {
    const at = now();
    if (!(await owners.delete(sub, at))) return;
    await audit.record({ event: 'owner_deleted', at, requestId: request.id, ownerSub: sub, ip: request.ip });
  });
  return respond(
    204,
    undefined,
    caller.kind === 'browser' ? { 'set-cookie': clearedOwnerCookie(settings.issuer) } : {},
  );
};
