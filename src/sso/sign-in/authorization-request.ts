import type { AuthorizationDetail, DetailSentences } from '../../../generated/sso/types.ts';
import { longestSignIn, type Reach, shortestCode, type SsoLifetimes } from '../settings.ts';

/** How the response reaches the application: it polls, or its page receives parameters in the query or in a form. */
export type ResponseMode = 'json' | 'query' | 'form_post';

/** Actions for which an application can ask a ceremony. */
export const signInActions = ['open_console'] as const;
export type SignInAction = (typeof signInActions)[number];

/** An authorization request and its decision. */
export interface AuthorizationRequest {
  readonly id: string;
  /** SHA-256 of the secret in the deep link. */
  readonly linkHash: string;
  /** SHA-256 of the cookie of the requesting browser; null for `response_mode=json`. */
  readonly browserHash: string | null;
  readonly clientAddress: string;
  readonly responseMode: ResponseMode;
  /** Granted scope. */
  readonly scope: string;
  readonly requestedScope: string;
  /** Reach of the application at the time of the request. */
  readonly reach: Reach;
  /** `resource` of the request (RFC 8707); null when it named none. */
  readonly resource: string | null;
  readonly state: string | null;
  readonly nonce: string | null;
  /** `prompt` of the request: values separated by spaces. */
  readonly prompt: string | null;
  /** `max_age` of the request, seconds. */
  readonly maxAge: number | null;
  /** The action that the request asks a ceremony for (`acr_values`, RFC 9470); null for an ordinary sign-in. */
  readonly acr: SignInAction | null;
  /** `authorization_details` of the request (RFC 9396); empty without them. */
  readonly details: readonly AuthorizationDetail[];
  /** In the order of the details; empty when none is of a registered type. */
  readonly detailSentences: readonly DetailSentences[];
  /** Subject of `id_token_hint`: only this owner may approve. */
  readonly hintedSub: string | null;
  /** Whether the person must click, because the navigation to an own application began on another site. */
  readonly clickRequired: boolean;
  /** Null for a confidential client that uses no PKCE. */
  readonly codeChallenge: string | null;
  readonly redirectUri: string | null;
  /** `dpop_jkt` of the request: thumbprint of the key that the tokens will be bound to. */
  readonly dpopJkt: string | null;
  /** Whether a device sent the request (RFC 8628); then `comparisonCode` is its user code. */
  readonly deviceFlow: boolean;
  readonly comparisonCode: string;
  /** Wrong codes that an approver on another device sees beside it. */
  readonly decoyCodes: readonly string[];
  readonly requesterIp: string;
  readonly requesterUserAgent: string | null;
  /** What the agent calls itself; null when it gave no name. */
  readonly agentName: string | null;
  readonly decision: 'pending' | 'approved' | 'rejected';
  /** Why the provider rejected the request instead of its approver; null otherwise. */
  readonly rejectionReason: KeyRefusal | null;
  /** Owner that decided. */
  readonly ownerSub: string | null;
  /** How the owner authenticated (RFC 8176); null while undecided. */
  readonly amr: readonly string[] | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly decidedAt: Date | null;
  /** Time of the ceremony; null when it was the decision. */
  readonly authTime: Date | null;
  /** Expiry of the code; null unless approved. */
  readonly codeExpiresAt: Date | null;
  readonly redeemedAt: Date | null;
  /** Browser session that approved its own request; null when another device did. */
  readonly browserSessionId: string | null;
}

/** `redeemed`: the code was exchanged for tokens. `expired`: not decided, or not redeemed, in time. */
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

/** Returns the expiry of the code of a request approved at `approvedAt`: at most 10 minutes after the request. */
export function codeExpiry(
  { createdAt }: { readonly createdAt: Date },
  approvedAt: Date,
  lifetimes: SsoLifetimes,
): Date {
  const lasts = Math.max(lifetimes.code, shortestCode) * 1000;
  return new Date(Math.min(approvedAt.getTime() + lasts, createdAt.getTime() + longestSignIn * 1000));
}

/** Returns a thumbprint in groups of four characters, for people to compare; null without a key. */
export const keyFingerprint = (jkt: string | null): string | null => jkt?.match(/.{1,4}/g)?.join(' ') ?? null;

/** Why a key cannot be bound to an owner. */
export type KeyRefusal = 'key_of_another_owner' | 'key_compromised';
