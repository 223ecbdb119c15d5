import { administratorNotFound } from '../errors/administration-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { administratorResponse } from '../responses.ts';

/** Revokes the key of an administrator. Idempotent. */
export const revokeAdministrator: SsoHandler<'revokeAdministrator'> = async ({
  path: { administratorId },
  administrator: by,
  atomically,
  now,
  request,
  respond,
}) => {
  const at = now();
  const revoked = await atomically(async ({ administrators, audit }) => {
    const administrator = await administrators.revoke(administratorId, at);
    if (!administrator) throw administratorNotFound(administratorId);
    await audit.record({
      event: 'administrator_revoked',
      at,
      requestId: request.id,
      ip: request.ip,
      administrator: by,
      details: { administratorId, name: administrator.name },
    });
    return administrator;
  });
  return respond(200, administratorResponse(revoked, at));
};
