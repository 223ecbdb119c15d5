import { ownerDeviceNotFound, lastAuthenticator } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';

/** Deletes one of the caller's devices, never the last authenticator. */
export const deleteDevice: SsoHandler<'deleteDevice'> = async ({ path: { jkt }, caller, respond, ...context }) => {
  const { atomically, now, request } = context;
  const sub = requireOwner(caller);
  await atomically(async ({ authenticators, audit }) => {
    const outcome = await authenticators.removeDevice(sub, jkt);
    if (outcome === 'unknown') throw ownerDeviceNotFound();
    if (outcome === 'last') throw lastAuthenticator();
    await audit.record({
      event: 'device_removed',
      at: now(),
      requestId: request.id,
      ownerSub: sub,
      ip: request.ip,
      details: { jkt },
    });
  });
  return respond(204);
};
