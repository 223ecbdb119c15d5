import { ownerUnauthorized } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';

/** Replaces the caller's recovery codes, and returns the new ones once. */
export const createRecoveryCodes: SsoHandler<'createRecoveryCodes'> = async ({ caller, respond, ...context }) => {
  const { atomically, recoverySecrets, now, request } = context;
  const sub = requireOwner(caller);
  const at = now();
  const codes = recoverySecrets.generate();
  await atomically(async ({ recovery, audit }) => {
    // The owner was deleted concurrently.
    if (!(await recovery.replace(sub, codes.map(recoverySecrets.hashOf), at))) throw ownerUnauthorized();
    await audit.record({
      event: 'recovery_codes_created',
      at,
      requestId: request.id,
      ownerSub: sub,
      ip: request.ip,
      details: { by: caller.kind },
    });
  });
  return respond(201, { codes, createdAt: at.toISOString() });
};
