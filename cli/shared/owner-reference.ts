import { createHash } from 'node:crypto';
import { unbound, type AuditOwner } from './audit-trail.ts';
import type { OwnerSession } from './owner-session.ts';
import { boundJkt, tokenClaims } from './token-claims.ts';

/** Returns the owner of an agent key; null members unless the session is bound to this key. */
export function ownerReference(session: OwnerSession | undefined, jkt: string): AuditOwner {
  if (!session || boundJkt(session.idToken) !== jkt) return unbound;
  const { idToken, ownerSub } = session;
  return { ownerSub, idTokenRef: idTokenReference(idToken), idToken };
}

/** How entries refer to an id_token: its jti, or its SHA-256 in hex. */
export function idTokenReference(idToken: string): string {
  const jti = tokenClaims(idToken)?.['jti'];
  return typeof jti === 'string' ? jti : createHash('sha256').update(idToken).digest('hex');
}
