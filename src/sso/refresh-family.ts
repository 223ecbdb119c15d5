/** Seconds within which the same request may come again because its answer was lost. */
export const refreshGrace = 10;

export interface RefreshFamily {
  readonly session: { readonly expiresAt: Date; readonly revokedAt: Date | null };
  /** The token that was presented. */
  readonly token: { readonly expiresAt: Date; readonly spentAt: Date | null };
  /** The token that followed it; undefined before it was spent. */
  readonly successor: { readonly spentAt: Date | null } | undefined;
}

/**
 * `rotate`: spend it and hand out a successor. `repeat`: hand out the successor that exists.
 * `reuse`: somebody has a token that is spent, so the family is revoked (RFC 9700 §4.14.2). `over`: refuse.
 */
export type RefreshVerdict = 'rotate' | 'repeat' | 'reuse' | 'over';

/**
 * What a presented refresh token is worth. A token that is presented again gets the same successor only as long as
 * nobody has used that one: once it is used, its answer was not lost.
 */
export function judgeRefresh({ session, token, successor }: RefreshFamily, now: Date): RefreshVerdict {
  if (session.revokedAt !== null || session.expiresAt <= now || token.expiresAt <= now) return 'over';
  if (token.spentAt === null) return 'rotate';
  const age = now.getTime() - token.spentAt.getTime();
  return age <= refreshGrace * 1000 && successor?.spentAt === null ? 'repeat' : 'reuse';
}
