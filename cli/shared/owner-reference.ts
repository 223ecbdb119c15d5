import { createHash } from 'node:crypto';
import type { AuditOwner } from './audit-trail.ts';
import type { OwnerSession } from './owner-session.ts';
import { boundJkt, tokenClaims } from './token-claims.ts';

/** Returns the owner of an agent key; null members unless the session is bound to this key. */
export function ownerReference(session: OwnerSession | undefined, jkt: string): AuditOwner {
  if (!session || boundJkt(session.idToken) !== jkt) return { ownerSub: null, idTokenRef: null };
  const jti = tokenClaims(session.idToken)?.['jti'];
  const idTokenRef = typeof jti === 'string' ? jti : createHash('sha256').update(session.idToken).digest('hex');
  return { ownerSub: session.ownerSub, idTokenRef };
}
