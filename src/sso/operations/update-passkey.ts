import { passkeyNotFound } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';
import { passkeyResponse } from '../responses.ts';

/** Renames one of the caller's passkeys. */
export const updatePasskey: SsoHandler<'updatePasskey'> = async ({
  path: { credentialId },
  caller,
  body: { name },
  atomically,
  now,
  request,
  respond,
}) => {
  const sub = requireOwner(caller);
  const passkey = await atomically(async ({ authenticators, audit }) => {
    const renamed = await authenticators.renamePasskey(sub, credentialId, name);
    if (!renamed) throw passkeyNotFound();
    await audit.record({
      event: 'passkey_renamed',
      at: now(),
      requestId: request.id,
      ownerSub: sub,
      ip: request.ip,
      details: { credentialId },
    });
    return renamed;
  });
  return respond(200, passkeyResponse(passkey));
};
