import { createPage, decodePageCursor } from '../../runtime/page.ts';
import { unknownListCursor } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import type { ListedDelegation } from '../store/delegations.ts';

const idPattern = /^[A-Za-z0-9._~-]{1,128}$/;

/** Lists the delegations that the caller's key made, the most recent first. */
export const listDelegations: SsoHandler<'listDelegations'> = async ({
  query: { limit = 20, cursor },
  token: { ownerSub, jkt },
  delegations,
  nonces,
  now,
  respond,
}) => {
  const after = decodePageCursor(cursor, idPattern, unknownListCursor);
  const found = jkt ? await delegations.list({ parentJkt: jkt, ownerSub, at: now(), limit: limit + 1, after }) : [];
  const { items, nextCursor } = createPage(found, limit, ({ createdAt, jti }) => ({ at: createdAt, id: jti }));
  return respond(
    200,
    { delegations: items.map(delegationResponse), hasMore: nextCursor !== null, nextCursor },
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
