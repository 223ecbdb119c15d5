import type { Thumbprint } from '../../protocol/jwk-thumbprint.ts';
import type { SignInAction } from '../sign-in/authorization-request.ts';
import type { Place } from './place.ts';
import type { Reach, SsoSettings } from '../settings.ts';

/** Session of one application and one owner, started by redeeming a code. */
export interface ConnectedSessionRecord {
  readonly id: string;
  /** Index of the session in the status lists. */
  readonly statusIndex: number;
  readonly clientAddress: string;
  readonly ownerSub: string;
  readonly scope: string;
  /** As approved, or less when the application was restricted since. */
  readonly reach: Reach;
  /** `resource` of the authorization request (RFC 8707); null when it named none. */
  readonly resource: string | null;
  /** Thumbprint of the key that the tokens are bound to; null for Bearer tokens. */
  readonly jkt: string | null;
  /** Time of the approval. */
  readonly authTime: Date;
  /** How the owner authenticated at `authTime` (RFC 8176); null when it is not known. */
  readonly amr: readonly string[] | null;
  /** The action that the sign-in was a ceremony for (`acr`); null for any other sign-in. */
  readonly acr: SignInAction | null;
  /** Name that the agent gave itself in the request; null when it gave no name. */
  readonly agentName: string | null;
  /** What the owner calls this connection; null unless renamed. */
  readonly name: string | null;
  /** Where the last exchange or refresh came from; null when it was not recorded. */
  readonly lastPlace: Place | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  /** Moves with every refresh, until `endsAt`. */
  readonly expiresAt: Date;
  readonly endsAt: Date;
  /** Since when it gets no tokens; null unless its owner paused it, or the agent that it helps. */
  readonly pausedAt: Date | null;
  readonly revokedAt: Date | null;
  /** Browser session that it grew from; null for one that was approved on another device. */
  readonly browserSessionId: string | null;
  /** Session of the agent that a helper helps; null for one that the owner approved. */
  readonly parentId: string | null;
  /** Keys of helper and agents, the current one first; empty for a session that the owner approved. */
  readonly chain: readonly Thumbprint[];
}

/**
 * Returns the end of a new session that no refresh moves. An agent has a key and was approved on another device; every
 * other session is an application of the person.
 */
export function absoluteEnd(
  { clientAddress, jkt, browserSessionId }: Pick<ConnectedSessionRecord, 'clientAddress' | 'jkt' | 'browserSessionId'>,
  createdAt: Date,
  { lifetimes, consoleClient }: Pick<SsoSettings, 'lifetimes' | 'consoleClient'>,
): Date {
  const isAgent = jkt !== null && browserSessionId === null;
  const seconds =
    clientAddress === consoleClient
      ? lifetimes.consoleSession
      : isAgent
        ? lifetimes.agentSession
        : lifetimes.ownerSession;
  return new Date(createdAt.getTime() + seconds * 1000);
}

/** Reason for which a session was revoked. */
export type SessionEnd =
  | 'reuse'
  | 'code_reuse'
  | 'owner'
  | 'client'
  | 'provider_disabled'
  | 'owner_suspended'
  | 'owner_deleted'
  | 'logout'
  | 'rotated'
  | 'administrator'
  /** The browser that it was started in was signed out there. */
  | 'browser_signed_out'
  /** The owner ended the browser from elsewhere. */
  | 'ended'
  /** The passkey or device that opened it was deleted. */
  | 'authenticator_deleted'
  | 'recovery'
  /** The session of the agent that it helps ended. */
  | 'parent_ended'
  /** An administrator restricted the application, whose helpers act at the platform's services only. */
  | 'reach_narrowed'
  | 'compromised';

/** Seconds within which a repeated request of an unbound session, whose response was lost, receives the same successor. */
const refreshGrace = 10;

export interface RefreshFamily {
  readonly session: {
    readonly expiresAt: Date;
    readonly pausedAt: Date | null;
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
 * `paused`: the token stays as it is until the owner resumes the session.
 */
export type RefreshDecision = 'rotate' | 'repeat' | 'reuse' | 'ended' | 'paused';

/**
 * Decides what to do with a presented refresh token. A spent token gets its existing successor only while that
 * successor is unspent: a spent successor proves that the response arrived. A bound session may repeat the request until
 * then, as only the holder of its key can (RFC 9700 §4.14.2 exempts sender-constrained tokens); an unbound one for 10 s.
 */
export function decideRefresh({ session, token, successor }: RefreshFamily, now: Date): RefreshDecision {
  if (session.revokedAt !== null || session.expiresAt <= now || token.expiresAt <= now) return 'ended';
  const isPaused = session.pausedAt !== null;
  if (token.spentAt === null) return isPaused ? 'paused' : 'rotate';
  const age = now.getTime() - token.spentAt.getTime();
  const inTime = session.jkt !== null || age <= refreshGrace * 1000;
  if (!inTime || successor?.spentAt !== null) return 'reuse';
  return isPaused ? 'paused' : 'repeat';
}

/** Something that an agent did, as the contract names it. */
export interface AgentAction {
  readonly event: string;
  readonly at: Date;
}

/** An audit event of an agent. */
interface RecordedAction extends AgentAction {
  /** Whether it concerns a request that the owner decided. */
  readonly ofApproval: boolean;
}

/** Returns what an agent did last. @param recorded its newest audit event; undefined without one */
export function lastActionOf(
  { createdAt, lastUsedAt }: { readonly createdAt: Date; readonly lastUsedAt: Date },
  recorded: RecordedAction | undefined,
): AgentAction {
  // Renewals are routine and not audited.
  const used: AgentAction =
    lastUsedAt > createdAt ? { event: 'access_renewed', at: lastUsedAt } : { event: 'tokens_issued', at: createdAt };
  if (!recorded || recorded.at < used.at) return used;
  const { event, at, ofApproval } = recorded;
  return { event: event === 'tokens_issued' && ofApproval ? 'approval_used' : event, at };
}
