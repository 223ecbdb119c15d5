import { passkeyNotFound, lastAuthenticator } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';

/** Deletes one of the caller's passkeys, never the last authenticator, and signs other browsers out. */
export const deletePasskey: SsoHandler<'deletePasskey'> = async ({
  path: { credentialId },
  caller,
  respond,
  ...context
}) => {
  const { atomically, now, request } = context;
  const sub = requireOwner(caller);
  const at = now();
  await atomically(async ({ authenticators, browserSessions, audit }) => {
    const outcome = await authenticators.removePasskey(sub, credentialId);
    if (outcome === 'unknown') throw passkeyNotFound();
    if (outcome === 'last') throw lastAuthenticator();
    await browserSessions.deleteAll(sub, at, caller.kind === 'browser' ? caller.tokenHash : undefined);
    await audit.record({
      event: 'passkey_removed',
      at,
      requestId: request.id,
      ownerSub: sub,
      ip: request.ip,
      details: { credentialId },
    });
  });
  return respond(204);
};
