import { LRUCache } from 'lru-cache';
import type { FastifyInstance } from 'fastify';
import { ssoErrors } from '../errors/sso-errors.ts';
import { countedNetworks, clientNetwork } from '../../runtime/http/rate-limit.ts';
import { hookRoutes } from '../../runtime/http/incoming-request.ts';
import type { SsoAuditEvent, SsoAuditStore } from '../administration/audit-store.ts';
import { guessLimit } from '../errors/owner-errors.ts';
import type { AttemptStore } from './attempt-store.ts';

/**
 * Attempts per minute and client network, in addition to the limit on all requests. Polling a pending sign-in has no
 * limit of its own, because clients abort on any status but 200.
 */
export const attemptsPerMinute = {
  // RFC 10027: limits mass phishing. Each request also stores a code challenge for a year.
  authorize: 120,
  createDeviceAuthorization: 120,
  createPushedAuthorization: 240,
  // Each stores a row for a month, and may ask a person.
  createBackchannelAuthentication: 120,
  // Each stores a row, or sends a request to another host.
  createClientRegistration: 20,
  fetchClientMetadata: 30,
  fetchClientKeys: 30,
  getAuthorizationRequest: 240,
  decideAuthorizationRequest: 120,
  // Each may create an owner or store a challenge.
  createDevice: 120,
  createPasskeyRegistrationOptions: 60,
  createPasskey: 60,
  createPasskeySignInOptions: 60,
  createPasskeyAssertionOptions: 60,
  createOwnerSession: 60,
  createDeviceLink: 30,
  createRecoveryCodes: 30,
  createRecoveryOptions: 30,
  createRecovery: 10,
  getOwnerActivityExport: 10,
  // Each stores a key.
  createConsoleSession: 30,
  // Each stores a row, which stays for a month when it is deleted.
  createApplication: 30,
  createApplicationMembership: 30,
  createReachRequest: 10,
  // Each stores a row for a day.
  revokeDelegation: 60,
  // Codes of 256 bits, which nobody guesses; each costs a look-up.
  unknownPollingCode: 60,
  // Audited refusals of one kind: bounds the growth of the append-only audit table.
  recordedRefusal: 60,
} as const;

type LimitedAttempt = keyof typeof attemptsPerMinute;

export interface AttemptLimits {
  /** Counts an attempt. @param about separates counts of one network @returns whether it is within the limit */
  readonly tryConsume: (what: LimitedAttempt, ip: string, about?: string) => boolean;
  /** Counts an attempt. @throws DomainError 429 when the limit is exceeded */
  readonly consume: (what: LimitedAttempt, ip: string) => void;
}

const minute = 60_000;
/** Tracked networks; the least recently used is evicted first. */
const capacity = 20_000;

interface Window {
  readonly since: number;
  readonly count: number;
}

/** Creates limits that count in this process only, as the limit on all requests does. */
export function createAttemptLimits(now: () => Date): AttemptLimits {
  const windows = new LRUCache<string, Window>({ max: capacity });

  const count = (key: string): Window => {
    const at = now().getTime();
    const known = windows.get(key);
    const current = known && Math.abs(at - known.since) < minute ? known : { since: at, count: 0 };
    const window = { since: current.since, count: current.count + 1 };
    windows.set(key, window);
    return window;
  };
  /** Counts in the networks of an address. One that is refused uses up nothing of the networks around it. */
  const exceeded = (what: LimitedAttempt, ip: string, about = ''): Window | undefined => {
    for (const { network, share } of countedNetworks(ip)) {
      const window = count(`${what} ${network} ${about}`);
      if (window.count > attemptsPerMinute[what] * share) return window;
    }
    return undefined;
  };

  return {
    tryConsume: (what, ip, about) => exceeded(what, ip, about) === undefined,
    consume: (what, ip) => {
      const window = exceeded(what, ip);
      if (window === undefined) return;
      const retryAfterSeconds = Math.max(1, Math.ceil((window.since + minute - now().getTime()) / 1000));
      throw ssoErrors.fromProblem({ kind: 'rate_limited', retryAfterSeconds });
    },
  };
}

/** Limits nothing: for tests and for deployments that limit at the proxy. */
export const noAttemptLimits: AttemptLimits = { tryConsume: () => true, consume: () => undefined };

/** Counts valid and authenticated requests of the operations that have an own limit. */
export function limitOperations(app: FastifyInstance, limits: AttemptLimits): void {
  hookRoutes(app, ({ operationId }) =>
    isLimited(operationId)
      ? {
          preHandler: ({ ip }, _reply, done) => {
            limits.consume(operationId, ip);
            done();
          },
        }
      : undefined,
  );
}

const isLimited = (operationId: string | undefined): operationId is LimitedAttempt =>
  operationId !== undefined && Object.hasOwn(attemptsPerMinute, operationId);

/** Audit event of a rejected request, which its sender can repeat at will. */
export type Refusal = SsoAuditEvent & { readonly ip: string };

export function createRefusals(audit: Pick<SsoAuditStore, 'record'>, limits: Pick<AttemptLimits, 'tryConsume'>) {
  return {
    record: async (refusal: Refusal): Promise<void> => {
      const { event, ip, administrator, ownerSub } = refusal;
      const about = `${event} ${administrator?.id ?? ownerSub ?? ''}`;
      if (limits.tryConsume('recordedRefusal', ip, about)) await audit.record(refusal);
    },
  };
}

/**
 * Records refusals in the audit table, up to a limit; the log has the rest. Each kind counts for itself, and apart from those
 * of callers who proved who they are, so that a flood of one never hides another.
 */
export type Refusals = ReturnType<typeof createRefusals>;

/** What anyone can trigger and what costs storage or a request to another host. */
type SharedAttempt = 'createClientRegistration' | 'fetchClientMetadata' | 'fetchClientKeys';

/** Wrong secrets per minute and client network. */
export const guessesPerMinute = { recoveryCode: 10, userCode: 10, administratorKey: 10, invite: 10 } as const;

type GuessedSecret = keyof typeof guessesPerMinute;

/**
 * Limits that hold across all processes of a database. They count per network and never for all, so that no network can
 * turn them against another one.
 */
export interface SharedAttemptLimits {
  /** Counts an attempt. @throws DomainError 429 when a limit is exceeded */
  readonly consume: (what: SharedAttempt, ip: string) => Promise<void>;
}

interface SharedAttemptLimitsDependencies {
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
