import { invalidOauthRequest } from '../errors/oauth-errors.ts';
import { keyNotFound } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';

/** Marks a key of the caller as stolen, for good, and ends its sessions. */
export const reportCompromisedKey: SsoHandler<'reportCompromisedKey'> = async ({
  path: { jkt },
  body,
  caller,
  atomically,
  metrics,
  now,
  request,
  respond,
}) => {
  const ownerSub = requireOwner(caller);
  const at = now();
  const since = body?.since === undefined ? undefined : new Date(body.since);
  if (since !== undefined && since > at) throw invalidOauthRequest('since is in the future.');
  const { compromisedSince, revoked } = await atomically(async ({ agentKeys, sessionTree }) => {
    // The key first, so that a session which starts meanwhile waits and is refused.
    const reported = await agentKeys.reportCompromised({ jkt, ownerSub, since, at });
    if (!reported) throw keyNotFound();
    const compromisedSince = reported.toISOString();
    const ended = await sessionTree.endSession({
      node: { kind: 'key', jkt },
      reason: 'compromised',
      at,
      event: {
        event: 'key_compromised',
        at,
        requestId: request.id,
        ownerSub,
        ip: request.ip,
        details: { jkt, compromisedSince },
      },
    });
    return { compromisedSince, revoked: ended?.sessions ?? 0 };
  });
  metrics.revoked('compromised', revoked);
  return respond(200, { jkt, compromisedSince, revoked });
};
