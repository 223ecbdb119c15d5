import { LRUCache } from 'lru-cache';
import { ssoErrors } from './errors.ts';
import { clientNetwork } from './network.ts';

/**
 * Attempts per minute and client network, in addition to the limit on all requests. Polling a pending sign-in has no
 * limit of its own, because clients abort on any status but 200.
 */
export const attemptsPerMinute = {
  // RFC 10027: limits mass phishing. Each request also stores a code challenge for a year.
  authorize: 120,
  createDeviceAuthorization: 120,
  createPushedAuthorization: 240,
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
  createRecoveryOptions: 10,
  createRecovery: 10,
  getOwnerActivityExport: 10,
  // Each stores a key.
  createConsoleSession: 30,
  // Each stores a row for a day.
  revokeDelegation: 60,
  // Guessed secrets.
  unknownPollingCode: 60,
  // Of all networks together: 2^80 codes cannot be guessed at this pace, from however many addresses.
  wrongRecoveryCode: 300,
  unknownUserCode: 10,
  refusedAdminKey: 10,
  refusedInvite: 10,
  // Audited refusals: bounds the growth of the append-only audit table.
  recordedRefusal: 60,
} as const;

/** Address that counts the attempts of all networks together. */
export const everyNetwork = '*';

export type LimitedAttempt = keyof typeof attemptsPerMinute;

export interface AttemptLimits {
  /** Counts an attempt. @returns whether it is within the limit */
  readonly tryConsume: (what: LimitedAttempt, ip: string) => boolean;
  /** Counts an attempt. @throws DomainError 429 when the limit is exceeded */
  readonly consume: (what: LimitedAttempt, ip: string) => void;
  /** Checks the limit without counting. @throws DomainError 429 when it is reached */
  readonly check: (what: LimitedAttempt, ip: string) => void;
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

  const current = (key: string): Window => {
    const at = now().getTime();
    const known = windows.get(key);
    return known && Math.abs(at - known.since) < minute ? known : { since: at, count: 0 };
  };
  const refuse = ({ since }: Window): never => {
    const retryAfterSeconds = Math.max(1, Math.ceil((since + minute - now().getTime()) / 1000));
    throw ssoErrors.fromProblem({ kind: 'rate_limited', retryAfterSeconds });
  };
  const count = (what: LimitedAttempt, ip: string): Window => {
    const key = `${what} ${clientNetwork(ip)}`;
    const { since, count: before } = current(key);
    const window = { since, count: before + 1 };
    windows.set(key, window);
    return window;
  };

  return {
    tryConsume: (what, ip) => count(what, ip).count <= attemptsPerMinute[what],
    consume: (what, ip) => {
      const window = count(what, ip);
      if (window.count > attemptsPerMinute[what]) refuse(window);
    },
    check: (what, ip) => {
      const window = current(`${what} ${clientNetwork(ip)}`);
      if (window.count >= attemptsPerMinute[what]) refuse(window);
    },
  };
}

/** Limits nothing: for tests and for deployments that limit at the proxy. */
export const noAttemptLimits: AttemptLimits = {
  tryConsume: () => true,
  consume: () => undefined,
  check: () => undefined,
};
