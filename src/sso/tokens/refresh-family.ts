/** Seconds within which a repeated request of an unbound session, whose response was lost, receives the same successor. */
const refreshGrace = 10;

export interface RefreshFamily {
  readonly session: {
    readonly expiresAt: Date;
    readonly revokedAt: Date | null;
    /** Thumbprint of the key that signed the request; null for an unbound session. */
    readonly jkt: string | null;
  };
  /** The presented token. */
  readonly token: { readonly expiresAt: Date; readonly spentAt: Date | null };
  /** Its successor; undefined before the token is spent. */
  readonly successor: { readonly spentAt: Date | null } | undefined;
}

/**
 * `rotate`: spend the token and issue a successor. `repeat`: return the existing successor.
 * `reuse`: a spent token was presented, so the family is revoked (RFC 9700 §4.14.2). `ended`: expired or revoked.
 */
export type RefreshDecision = 'rotate' | 'repeat' | 'reuse' | 'ended';

/**
 * Decides what to do with a presented refresh token. A spent token gets its existing successor only while that
 * successor is unspent: a spent successor proves that the response arrived. A bound session may repeat the request until
 * then, as only the holder of its key can (RFC 9700 §4.14.2 exempts sender-constrained tokens); an unbound one for 10 s.
 */
export function decideRefresh({ session, token, successor }: RefreshFamily, now: Date): RefreshDecision {
  if (session.revokedAt !== null || session.expiresAt <= now || token.expiresAt <= now) return 'ended';
  if (token.spentAt === null) return 'rotate';
  const age = now.getTime() - token.spentAt.getTime();
  const inTime = session.jkt !== null || age <= refreshGrace * 1000;
  return inTime && successor?.spentAt === null ? 'repeat' : 'reuse';
}
