import { sessionNotFound } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';
import { connectedSessionResponse } from '../responses.ts';

/** Renames one of the caller's connections. */
export const updateConnectedSession: SsoHandler<'updateConnectedSession'> = async ({
  path: { sessionId },
  caller,
  body: { name },
  atomically,
  now,
  request,
  respond,
}) => {
  const ownerSub = requireOwner(caller);
  const at = now();
  const session = await atomically(async ({ connections, audit }) => {
    const renamed = await connections.rename({ id: sessionId, ownerSub, name, at });
    if (!renamed) throw sessionNotFound(sessionId);
    await audit.record({
      event: 'session_renamed',
      at,
      requestId: request.id,
      ownerSub,
      clientAddress: renamed.clientAddress,
      ip: request.ip,
      details: { sessionId },
    });
    return renamed;
  });
  return respond(200, connectedSessionResponse(session));
};
