import { longestSignIn, shortestCode, type SsoLifetimes } from './settings.ts';

/** One sign-in attempt, as it was asked for and as it was decided. */
export interface AuthorizationRequest {
  readonly id: string;
  readonly clientAddress: string;
  readonly responseMode: 'json' | 'query';
  /** What was granted. */
  readonly scope: string;
  readonly askedScope: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeChallenge: string;
  readonly redirectUri: string | null;
  /** Thumbprint that authorize announced for the tokens. */
  readonly dpopJkt: string | null;
  readonly comparisonCode: string;
  readonly askedFromIp: string;
  readonly askedFromUserAgent: string | null;
  readonly decision: 'pending' | 'approved' | 'rejected';
  /** Who decided. */
  readonly ownerSub: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly decidedAt: Date | null;
  /** Until when the code can be redeemed; null unless approved. */
  readonly codeExpiresAt: Date | null;
  readonly redeemedAt: Date | null;
}

/** `redeemed`: the code bought tokens. `expired`: nobody decided in time, or nobody redeemed in time. */
export type AuthorizationStatus = 'pending' | 'approved' | 'rejected' | 'expired' | 'redeemed';

export function authorizationStatus(
  request: Pick<AuthorizationRequest, 'decision' | 'expiresAt' | 'codeExpiresAt' | 'redeemedAt'>,
  now: Date,
): AuthorizationStatus {
  if (request.redeemedAt !== null) return 'redeemed';
  if (request.decision === 'rejected') return 'rejected';
  const until = request.decision === 'approved' ? request.codeExpiresAt : request.expiresAt;
  return until === null || until <= now ? 'expired' : request.decision;
}

/** Until when the code of a request that is approved now can be redeemed: the whole sign-in takes 10 minutes at most. */
export function codeExpiry(
  { createdAt }: { readonly createdAt: Date },
  approvedAt: Date,
  lifetimes: SsoLifetimes,
): Date {
  const lasts = Math.max(lifetimes.code, shortestCode) * 1000;
  return new Date(Math.min(approvedAt.getTime() + lasts, createdAt.getTime() + longestSignIn * 1000));
}
