import type { SsoHandler } from '../handler.ts';

/** Publishes the next signing key; it signs once every cached key set knows it. */
export const rotateSigningKey: SsoHandler<'rotateSigningKey'> = async ({ signingKeys, request, respond }) =>
  respond(200, { kid: await signingKeys.rotate({ requestId: request.id, ip: request.ip }) });
