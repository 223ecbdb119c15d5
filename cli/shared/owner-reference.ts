import { createHash } from 'node:crypto';
import type { Owner } from './audit-trail.ts';
import type { OwnerSession } from './owner-session.ts';
import { boundKey, tokenClaims } from './token-claims.ts';

/** On whose behalf an agent key acts: nobody's unless the session is bound to this very key. */
export function ownerReference(session: OwnerSession | undefined, jkt: string): Owner {
  if (!session || boundKey(session.idToken) !== jkt) return { ownerSub: null, idTokenRef: null };
  const jti = tokenClaims(session.idToken)?.['jti'];
  const idTokenRef = typeof jti === 'string' ? jti : createHash('sha256').update(session.idToken).digest('hex');
  return { ownerSub: session.ownerSub, idTokenRef };
}
