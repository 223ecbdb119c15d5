import { signingKeyNotFound } from '../errors/administration-errors.ts';
import type { SsoHandler } from '../handler.ts';

/** Revokes a compromised signing key; its tokens are rejected from now on. */
export const revokeSigningKey: SsoHandler<'revokeSigningKey'> = async ({
  path: { kid },
  signingKeys,
  administrator,
  request,
  respond,
}) => {
  const currentKid = await signingKeys.revoke(kid, { requestId: request.id, ip: request.ip, administrator });
  if (currentKid === undefined) throw signingKeyNotFound(kid);
  return respond(200, { kid, currentKid });
};
