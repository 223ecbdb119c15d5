import { clientNetwork, countedNetworks } from '../../runtime/http/rate-limit.ts';
import { attemptsPerMinute } from './attempt-limits.ts';
import { ssoErrors } from '../errors/sso-errors.ts';
import { guessLimit } from '../errors/owner-errors.ts';
import type { AttemptStore } from './attempt-store.ts';

/** What anyone can trigger and what costs storage or a request to another host. */
export type SharedAttempt = 'createClientRegistration' | 'fetchClientMetadata' | 'fetchClientKeys';

/** Wrong secrets per minute and client network. */
export const guessesPerMinute = { recoveryCode: 10, userCode: 10, administratorKey: 10, invite: 10 } as const;

export type GuessedSecret = keyof typeof guessesPerMinute;

/**
 * Limits that hold across all processes of a database. They count per network and never for all, so that no network can
 * turn them against another one.
 */
export interface SharedAttemptLimits {
  /** Counts an attempt. @throws DomainError 429 when a limit is exceeded */
  readonly consume: (what: SharedAttempt, ip: string) => Promise<void>;
}

const minute = 60_000;

export interface SharedAttemptLimitsDependencies {
  readonly attempts: Pick<AttemptStore, 'count' | 'release' | 'recent'>;
  readonly now: () => Date;
}

export function createSharedAttemptLimits(dependencies: SharedAttemptLimitsDependencies): SharedAttemptLimits {
  return {
    consume: async (what, ip) => {
      const retryAfterSeconds = await exceeded(what, ip, attemptsPerMinute[what], dependencies);
      if (retryAfterSeconds !== undefined) throw ssoErrors.fromProblem({ kind: 'rate_limited', retryAfterSeconds });
    },
  };
}

/** For a network that has too much in line already. */
export const tooManyWaiting = () => ssoErrors.fromProblem({ kind: 'rate_limited', retryAfterSeconds: 5 });

/** Limits nothing, as `noAttemptLimits`. */
export const noSharedAttemptLimits: SharedAttemptLimits = { consume: async () => undefined };

export function createGuessLimits(dependencies: SharedAttemptLimitsDependencies) {
  const { attempts, now } = dependencies;
  return {
    /** Counts a guess, before its result is known. @throws DomainError `guess_limit` when the limit is exceeded */
    consume: async (what: GuessedSecret, ip: string): Promise<void> => {
      const retryAfterSeconds = await exceeded(`guess ${what}`, ip, guessesPerMinute[what], dependencies);
      if (retryAfterSeconds !== undefined) throw guessLimit(retryAfterSeconds);
    },
    /** Takes one guess back, because it was right; the wrong ones before it stay, so that a known secret hides no guesses. */
    release: async (what: GuessedSecret, ip: string): Promise<void> => {
      for (const { network } of countedNetworks(ip)) await attempts.release({ kind: `guess ${what}`, network });
    },
    /** @returns how many wrong guesses of the last minute precede the first right one of a network; 0 for all later ones */
    precedingGuesses: async (what: GuessedSecret, ip: string): Promise<number> => {
      const at = now();
      const windowStart = new Date(at.getTime() - minute);
      const network = clientNetwork(ip);
      const guesses = await attempts.recent({ kind: `guess ${what}`, network, windowStart });
      if (guesses === 0) return 0;
      const { count } = await attempts.count({ kind: `right ${what}`, network, at, windowStart });
      return count === 1 ? guesses : 0;
    },
  };
}

/** Limits of guessed secrets, which are in force even without limits of requests. */
export type GuessLimits = ReturnType<typeof createGuessLimits>;

/**
 * Counts in the networks of an address, the narrowest first. One that is refused uses up nothing of the networks around it.
 *
 * @returns the seconds to wait; undefined within the limit
 */
async function exceeded(
  kind: string,
  ip: string,
  perMinute: number,
  { attempts, now }: SharedAttemptLimitsDependencies,
): Promise<number | undefined> {
  const at = now();
  const windowStart = new Date(at.getTime() - minute);
  for (const { network, share } of countedNetworks(ip)) {
    const { since, count } = await attempts.count({ kind, network, at, windowStart });
    if (count > perMinute * share) return Math.max(1, Math.ceil((since.getTime() + minute - at.getTime()) / 1000));
  }
  return undefined;
}
