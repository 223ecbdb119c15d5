import type { ServiceMetrics } from '../runtime/observe/metrics.ts';
import type { KeyRefusal } from './sign-in/authorization-request.ts';
import type { SessionEnd } from './sessions/session.ts';

/** Way in which a new owner enrolled. */
type EnrolmentMethod = 'device' | 'passkey';

/** `application`: an application received tokens. `browser`: a browser session started. `helper`: an agent's helper did.
 * `approval`: an agent did, for what its owner approved. */
type SignInKind = 'application' | 'browser' | 'helper' | 'approval';

/** Why a person or an application did not sign in. */
type SignInRefusal =
  | 'rejected'
  | 'comparison_failed'
  | 'passkey_refused'
  | 'code_reused'
  | 'proof_refused'
  | 'owner_suspended'
  | 'registration_refused'
  | KeyRefusal;

export function createSsoMetrics({ counter }: Pick<ServiceMetrics, 'counter'>) {
  const signUps = counter('sign_ups_total', 'New owners, by the authenticator that they enrolled with', ['method']);
  const signIns = counter('sign_ins_total', 'Sign-ins of applications and of browsers', ['kind']);
  const refusals = counter('sign_in_refusals_total', 'Sign-ins and enrolments that were refused', ['reason']);
  const reuse = counter('refresh_reuse_total', 'Refresh tokens that were presented again, so that their session ended');
  const revocations = counter('session_revocations_total', 'Sessions that were revoked before they expired', [
    'reason',
  ]);
  const pauses = counter('session_pauses_total', 'Sessions that their owners paused or resumed', ['change']);
  const logouts = counter('logout_tokens_total', 'Attempts to send a logout token to an application', ['outcome']);
  const approvals = counter('approvals_total', 'Requests of agents that a person decided', ['decision']);
  const keys = counter('administrator_key_refusals_total', 'Wrong administrator keys', ['outcome']);
  // Exist from the start, so that an alert sees the first increase.
  for (const outcome of ['refused', 'limited']) keys({ outcome }, 0);
  return {
    signedUp: (method: EnrolmentMethod): void => signUps({ method }),
    signedIn: (kind: SignInKind): void => signIns({ kind }),
    signInRefused: (reason: SignInRefusal): void => refusals({ reason }),
    refreshReused: (): void => reuse({}),
    /** @param sessions how many were revoked; undefined when nothing was live */
    revoked: (reason: SessionEnd, sessions: number | undefined = 0): void => {
      if (sessions > 0) revocations({ reason }, sessions);
    },
    paused: (change: 'paused' | 'resumed'): void => pauses({ change }),
    /** `failed`: it is sent again. `given_up`: it is not. */
    logoutSent: (outcome: 'accepted' | 'failed' | 'given_up'): void => logouts({ outcome }),
    approvalDecided: (decision: 'approved' | 'rejected'): void => approvals({ decision }),
    /** `limited`: the address sent too many wrong keys within a minute. */
    administratorKeyRefused: (outcome: 'refused' | 'limited'): void => keys({ outcome }),
  };
}

/** Counters of what happens to identities and sessions. */
export type SsoMetrics = ReturnType<typeof createSsoMetrics>;
