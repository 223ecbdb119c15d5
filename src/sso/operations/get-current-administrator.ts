import type { SsoHandler } from '../handler.ts';

/** Returns whose key was presented, and its scopes. */
export const getCurrentAdministrator: SsoHandler<'getCurrentAdministrator'> = ({
  administrator: { id, name, scopes, expiresAt, confirmedAt },
  respond,
}) =>
  respond(200, {
    id,
    name,
    scopes: [...scopes],
    expiresAt: expiresAt?.toISOString() ?? null,
    ...(confirmedAt && { confirmedAt: confirmedAt.toISOString() }),
  });
