import { ownerDeviceNotFound } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';
import { deviceResponse } from '../responses.ts';

/** Renames one of the caller's devices. */
export const updateDevice: SsoHandler<'updateDevice'> = async ({
  path: { jkt },
  caller,
  body: { name },
  atomically,
  now,
  request,
  respond,
}) => {
  const sub = requireOwner(caller);
  const device = await atomically(async ({ authenticators, audit }) => {
    const renamed = await authenticators.renameDevice(sub, jkt, name);
    if (!renamed) throw ownerDeviceNotFound();
    await audit.record({
      event: 'device_renamed',
      at: now(),
      requestId: request.id,
      ownerSub: sub,
      ip: request.ip,
      details: { jkt },
    });
    return renamed;
  });
  return respond(200, deviceResponse(device));
};
