import { ofRequest } from '../administration/audit-store.ts';
import { readPage, type SsoHandler } from '../handler.ts';
import type { ListedDelegation } from './delegation-store.ts';
import { longestDelegation } from '../../protocol/delegation.ts';
import { defaultClockSkew } from '../../protocol/signed-jwt.ts';

const idPattern = /^[A-Za-z0-9._~-]{1,128}$/;

/** Lists the delegations that the caller's key made, the most recent first. */
export const listDelegations: SsoHandler<'listDelegations'> = async ({
  query,
  token: { ownerSub, jkt },
  delegations,
  nonces,
  now,
  respond,
}) => {
  const { items, ...page } = await readPage(
    query,
    async (page) => (jkt ? delegations.list({ parentJkt: jkt, ownerSub, at: now(), ...page }) : []),
    ({ createdAt, jti }) => ({ at: createdAt, id: jti }),
    idPattern,
  );
  return respond(
    200,
    { delegations: items.map(delegationResponse), ...page },
    nonces ? { 'dpop-nonce': nonces.current() } : {},
  );
};

function delegationResponse({ jti, jkt, scope, resource, revoked, lastUsedAt, expiresAt }: ListedDelegation) {
  return {
    delegationId: jti,
    ...(jkt !== undefined && { jkt }),
    ...(scope !== undefined && { scope }),
    ...(resource !== null && { resource }),
    revoked,
    ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
    expiresAt: expiresAt.toISOString(),
  };
}

/** Revokes a delegation of the caller's key, with the helper's session and those that depend on it. Idempotent. */
export const revokeDelegation: SsoHandler<'revokeDelegation'> = async ({
  path: { delegationId: jti },
  token: { ownerSub, clientId, jkt: parentJkt, sessionId: agentSessionId },
  atomically,
  metrics,
  nonces,
  now,
  request,
  respond,
}) => {
  const at = now();
  // A delegation that nobody used yet was made before now, so it ends before this.
  const expiresAt = new Date(at.getTime() + (longestDelegation + defaultClockSkew) * 1000);
  const revoked = await atomically(async ({ delegations, sessionTree, audit }) => {
    if (parentJkt === undefined) return 0;
    const known = await delegations.revoke({ parentJkt, jti, ownerSub, at, expiresAt });
    // What the owner had ended with them.
    if (!known) return 0;
    const { sessionId } = known;
    const event = {
      event: 'delegation_revoked',
      at,
      ...ofRequest(request),
      ownerSub,
      clientAddress: clientId,
      details: { agent: parentJkt, delegation: jti, sessionId, agentSessionId },
    } as const;
    const ended =
      sessionId === null
        ? undefined
        : await sessionTree.endSession({
            node: { kind: 'session', id: sessionId, sub: ownerSub },
            reason: 'client',
            at,
            event,
          });
    if (!ended) await audit.record(event);
    return ended?.sessions ?? 0;
  });
  metrics.revoked('client', revoked);
  return respond(204, undefined, nonces ? { 'dpop-nonce': nonces.current() } : {});
};
