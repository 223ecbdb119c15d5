import type { SsoHandler } from '../handler.ts';

/** Returns whose key was presented, and its scopes. */
export const getCurrentAdministrator: SsoHandler<'getCurrentAdministrator'> = ({
  administrator: { id, name, scopes, expiresAt },
  respond,
}) => respond(200, { id, name, scopes: [...scopes], expiresAt: expiresAt?.toISOString() ?? null });
