import { lastPasskey, passkeyNotFound } from '../errors.ts';
import type { SsoHandler } from '../handler.ts';

/** Deletes one of the caller's passkeys, never the last, and signs other browsers out. */
export const deletePasskey: SsoHandler<'deletePasskey'> = async ({
  path: { credentialId },
  caller: { sub, tokenHash },
  atomically,
  now,
  request,
  respond,
}) => {
  await atomically(async ({ passkeys, audit }) => {
    const outcome = await passkeys.remove({ credentialId, sub, keptSession: tokenHash });
    if (outcome === 'unknown') throw passkeyNotFound();
    if (outcome === 'last') throw lastPasskey();
    await audit.record({
      event: 'passkey_removed',
      at: now(),
      requestId: request.id,
      ownerSub: sub,
      ip: request.ip,
      details: { credentialId },
    });
  });
  return respond(204);
};
