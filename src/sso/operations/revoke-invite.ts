import { inviteNotFound } from '../errors/administration-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { inviteResponse } from '../responses.ts';

/** Revokes an invite. Idempotent; a used invite stays used. */
export const revokeInvite: SsoHandler<'revokeInvite'> = async ({
  path: { inviteId },
  administrator,
  atomically,
  now,
  request,
  respond,
}) => {
  const at = now();
  const revoked = await atomically(async ({ invites, audit }) => {
    const invite = await invites.revoke(inviteId, at);
    if (!invite) throw inviteNotFound(inviteId);
    await audit.record({
      event: 'invite_revoked',
      at,
      requestId: request.id,
      ip: request.ip,
      administrator,
      details: { inviteId },
    });
    return invite;
  });
  return respond(200, inviteResponse(revoked, at));
};
