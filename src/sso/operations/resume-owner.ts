import { ownerNotFound } from '../errors/administration-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { readOwnerRecord } from '../owner-administration/owner-record.ts';

/** Ends the suspension of an owner. Idempotent. */
export const resumeOwner: SsoHandler<'resumeOwner'> = async ({ path: { sub }, administrator, respond, ...context }) => {
  const { atomically, now, request } = context;
  await atomically(async ({ ownerAdministration, audit }) => {
    if (!(await ownerAdministration.resume(sub))) throw ownerNotFound(sub);
    await audit.record({
      event: 'owner_resumed',
      at: now(),
      requestId: request.id,
      ownerSub: sub,
      ip: request.ip,
      administrator,
    });
  });
  return respond(200, await readOwnerRecord(sub, context));
};
