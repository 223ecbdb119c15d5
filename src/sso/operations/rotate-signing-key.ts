import type { SsoHandler } from '../handler.ts';

/** Publishes the next signing key; it signs when every cached key set has expired. */
export const rotateSigningKey: SsoHandler<'rotateSigningKey'> = async ({
  signingKeys,
  administrator,
  request,
  respond,
}) => respond(200, { kid: await signingKeys.rotate({ requestId: request.id, ip: request.ip, administrator }) });
