import { passkeyAuthenticator } from '../authenticator.ts';
import { passkeyNotFound, lastAuthenticator } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { clearedOwnerCookie } from '../owner-cookie.ts';
import { requireOwner } from '../require-owner.ts';

/** Deletes one of the caller's passkeys, never the last authenticator, with everything that it opened. */
export const deletePasskey: SsoHandler<'deletePasskey'> = async ({
  path: { credentialId },
  caller,
  body,
  respond,
  ...context
}) => {
  const { atomically, metrics, now, request, settings } = context;
  const sub = requireOwner(caller);
  const at = now();
  const ended = await atomically(async ({ authenticators, sessionTree }) => {
    const outcome = await authenticators.removePasskey(sub, credentialId);
    if (outcome === 'unknown') throw passkeyNotFound();
    if (outcome === 'last') throw lastAuthenticator();
    return sessionTree.endSession({
      node: {
        kind: 'authenticator',
        sub,
        id: passkeyAuthenticator(credentialId),
        approved: body?.disconnectApproved ?? false,
      },
      reason: 'authenticator_deleted',
      at,
      event: {
        event: 'passkey_removed',
        at,
        requestId: request.id,
        ownerSub: sub,
        ip: request.ip,
        details: { credentialId },
      },
    });
  });
  metrics.revoked('authenticator_deleted', ended?.sessions);
  const authenticator = caller.kind === 'browser' ? caller.authenticator : undefined;
  const isOwn = authenticator === null || authenticator === passkeyAuthenticator(credentialId);
  return respond(204, undefined, isOwn ? { 'set-cookie': clearedOwnerCookie(settings.issuer) } : {});
};
