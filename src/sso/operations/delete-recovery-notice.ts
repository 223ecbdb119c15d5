import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';

/** Ends the notice about the last recovery of the caller. */
export const deleteRecoveryNotice: SsoHandler<'deleteRecoveryNotice'> = async ({
  caller,
  atomically,
  now,
  request,
  respond,
}) => {
  const sub = requireOwner(caller);
  await atomically(async ({ recovery, audit }) => {
    await recovery.confirm(sub);
    await audit.record({
      event: 'recovery_confirmed',
      at: now(),
      requestId: request.id,
      ownerSub: sub,
      ip: request.ip,
    });
  });
  return respond(204);
};
