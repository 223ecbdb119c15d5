import type {
  AuthorizationDetail,
  DetailSentences,
  OwnerRequestState,
  RequestDecider,
} from '../../../generated/sso/types.ts';
import { approvalScope } from '../../protocol/token-scope.ts';
import type { Client } from '../clients/client.ts';
import type { Place } from '../sessions/place.ts';
import type { Reach } from '../settings.ts';

/** A request of an agent to its owner, and its decision. */
export interface Approval {
  readonly id: string;
  readonly clientAddress: string;
  readonly application: Pick<Client, 'name' | 'iconVersion' | 'registration'>;
  readonly ownerSub: string;
  /** Session of the agent that asks. */
  readonly parentId: string;
  /** Thumbprint of the asking key; null for a confidential client without one. */
  readonly jkt: string | null;
  readonly agentName: string | null;
  /** Reach of the application at the time of the request. */
  readonly reach: Reach;
  /** The service that the access token is for; null for the application alone. */
  readonly resource: string | null;
  readonly bindingMessage: string | null;
  readonly details: readonly AuthorizationDetail[];
  /** In the order of the details; empty when none is of a registered type. */
  readonly detailSentences: readonly DetailSentences[];
  /** SHA-256 of the request as canonical JSON, base64url. */
  readonly requestDigest: string;
  readonly place: Place;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** When the session of the agent ends unless it is renewed. */
  readonly sessionExpiresAt: Date;
  /** When that session was revoked, or its application disabled; null while neither is so. */
  readonly sessionEndedAt: Date | null;
  /** Since when that session is paused; null unless it is. */
  readonly sessionPausedAt: Date | null;
  readonly decision: OwnerRequestState;
  readonly decidedBy: Exclude<RequestDecider, 'timeout'> | null;
  readonly mandateId: string | null;
  /** How the person authenticated, for this decision or for the mandate (RFC 8176). */
  readonly amr: readonly string[] | null;
  readonly authTime: Date | null;
  readonly decidedAt: Date | null;
  /** Until when the tokens can be fetched; null unless approved. */
  readonly redeemableUntil: Date | null;
  readonly redeemedAt: Date | null;
}

/** The state of a request that may have expired. */
export type ApprovalState =
  | { readonly state: 'pending' }
  | {
      readonly state: 'approved' | 'rejected' | 'expired';
      readonly decidedBy: RequestDecider;
      readonly decidedAt: Date;
    };

/** Returns the state; one that nobody decided is expired in time, and at once when the session ends that asks. */
export function approvalState(approval: Approval, now: Date): ApprovalState {
  const { decision, decidedBy, decidedAt } = approval;
  if (decision !== 'pending' && decidedBy !== null && decidedAt !== null)
    return { state: decision, decidedBy, decidedAt };
  const endsAt = endOf(approval);
  // A session that ended is not live again, even when the clock steps back.
  return approval.sessionEndedAt !== null || endsAt <= now
    ? { state: 'expired', decidedBy: 'timeout', decidedAt: endsAt }
    : { state: 'pending' };
}

/** Returns when a request ends that nobody decides. */
export function endOf({ expiresAt, sessionExpiresAt, sessionEndedAt }: Approval): Date {
  const ends = [expiresAt, sessionExpiresAt, ...(sessionEndedAt ? [sessionEndedAt] : [])];
  return new Date(Math.min(...ends.map((end) => end.getTime())));
}

/** Seconds for which a person can decide by default, and at most (`requested_expiry`). */
export const approvalSeconds = 300;
export const longestApproval = 600;
/** Seconds in which a decision of the last moment can still be exchanged. */
const exchangeSeconds = 60;

/** Returns until when the tokens of a request that is approved at `at` can be fetched. */
export const redeemableUntil = ({ expiresAt }: Pick<Approval, 'expiresAt'>, at: Date): Date =>
  new Date(Math.max(expiresAt.getTime(), at.getTime() + exchangeSeconds * 1000));

/** Longest life of the tokens of an approval, seconds. */
export const approvedTokenSeconds = 300;

/** Claim `scope` of the tokens of an approval. */
export const approvedScope = `openid ${approvalScope}`;

export interface RequestBudget {
  readonly perHour: number;
  readonly perDay: number;
}

/** Of owners who set none. */
export const defaultBudget: RequestBudget = { perHour: 10, perDay: 50 };
