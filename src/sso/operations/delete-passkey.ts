import { lastPasskey, passkeyNotFound } from '../errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireAssertion } from '../require-assertion.ts';

/** Deletes one of the caller's passkeys, never the last, and signs other browsers out. */
export const deletePasskey: SsoHandler<'deletePasskey'> = async ({
  path: { credentialId },
  caller,
  body,
  respond,
  ...context
}) => {
  const { atomically, now, request } = context;
  const { sub, tokenHash } = caller;
  await requireAssertion(caller, body?.assertion, { action: 'delete_passkey', credentialId }, context);
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
