import { deviceAuthenticator } from '../authenticator.ts';
import { ownerDeviceNotFound, lastAuthenticator } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';

/** Deletes one of the caller's devices, never the last authenticator, with everything that it opened. */
export const deleteDevice: SsoHandler<'deleteDevice'> = async ({
  path: { jkt },
  caller,
  body,
  respond,
  ...context
}) => {
  const { atomically, metrics, now, request } = context;
  const sub = requireOwner(caller);
  const at = now();
  const ended = await atomically(async ({ authenticators, sessionTree }) => {
    const outcome = await authenticators.removeDevice(sub, jkt);
    if (outcome === 'unknown') throw ownerDeviceNotFound();
    if (outcome === 'last') throw lastAuthenticator();
    return sessionTree.endSession({
      node: {
        kind: 'authenticator',
        sub,
        id: deviceAuthenticator(jkt),
        approved: body?.disconnectApproved ?? false,
      },
      reason: 'authenticator_deleted',
      at,
      event: {
        event: 'device_removed',
        at,
        requestId: request.id,
        ownerSub: sub,
        ip: request.ip,
        details: { jkt },
      },
    });
  });
  metrics.revoked('authenticator_deleted', ended?.sessions);
  return respond(204);
};
