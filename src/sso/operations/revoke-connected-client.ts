import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';

/** Revokes all of the caller's sessions with one application. */
export const revokeConnectedClient: SsoHandler<'revokeConnectedClient'> = async ({
  path: { clientId },
  caller,
  atomically,
  metrics,
  now,
  request,
  respond,
}) => {
  const ownerSub = requireOwner(caller);
  const at = now();
  const revoked = await atomically(async ({ sessionTree, consents }) => {
    await consents.revoke(ownerSub, clientId);
    const ended = await sessionTree.endSession({
      node: { kind: 'client', address: clientId, sub: ownerSub },
      reason: 'owner',
      at,
      event: { event: 'session_revoked', at, requestId: request.id, ownerSub, clientAddress: clientId, ip: request.ip },
    });
    return ended?.sessions ?? 0;
  });
  metrics.revoked('owner', revoked);
  return respond(200, { revoked });
};
