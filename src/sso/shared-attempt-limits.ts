import { attemptsPerMinute, everyNetwork } from './attempt-limits.ts';
import { ssoErrors } from './errors.ts';
import { clientNetwork } from './network.ts';
import type { AttemptStore } from './store/attempts.ts';

/** What anyone can trigger and what costs storage or a request to another host, with the limit of all networks together. */
export const sharedAttemptsPerMinute = {
  createClientRegistration: 200,
  fetchClientMetadata: 600,
  fetchClientKeys: 600,
} as const satisfies Partial<Record<keyof typeof attemptsPerMinute, number>>;

export type SharedAttempt = keyof typeof sharedAttemptsPerMinute;

/** Limits that hold across all processes of a database: per network, and for all networks together. */
export interface SharedAttemptLimits {
  /** Counts an attempt. @throws DomainError 429 when a limit is exceeded */
  readonly consume: (what: SharedAttempt, ip: string) => Promise<void>;
}

const minute = 60_000;

export interface SharedAttemptLimitsDependencies {
  readonly attempts: Pick<AttemptStore, 'count'>;
  readonly now: () => Date;
}

export function createSharedAttemptLimits(dependencies: SharedAttemptLimitsDependencies): SharedAttemptLimits {
  const { attempts, now } = dependencies;
  const consume = async (what: SharedAttempt, network: string, perMinute: number): Promise<void> => {
    const at = now();
    const windowStart = new Date(at.getTime() - minute);
    const { since, count } = await attempts.count({ kind: what, network, at, windowStart });
    if (count <= perMinute) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((since.getTime() + minute - at.getTime()) / 1000));
    throw ssoErrors.fromProblem({ kind: 'rate_limited', retryAfterSeconds });
  };
  return {
    consume: async (what, ip) => {
      await consume(what, clientNetwork(ip), attemptsPerMinute[what]);
      await consume(what, everyNetwork, sharedAttemptsPerMinute[what]);
    },
  };
}

/** Limits nothing, as `noAttemptLimits`. */
export const noSharedAttemptLimits: SharedAttemptLimits = { consume: async () => undefined };
