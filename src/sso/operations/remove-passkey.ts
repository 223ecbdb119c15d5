import { lastPasskey, passkeyNotFound } from '../errors.ts';
import type { SsoHandler } from '../handler.ts';

/** Removes one of the caller's passkeys, never the last; other browsers are signed out. */
export const removePasskey: SsoHandler<'removePasskey'> = async ({
  path: { credentialId },
  caller: { sub, tokenHash },
  passkeys,
  audit,
  now,
  request,
  respond,
}) => {
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
  return respond(204);
};
