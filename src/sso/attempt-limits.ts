import { createRecentMap } from '../protocol/recent-map.ts';
import { ssoErrors } from './errors.ts';

/**
 * What one client address may do in a minute, inside the outer limit of all requests. A pending sign-in is polled as
 * often as its application likes: anything but an answer would make it give up.
 */
export const attemptsPerMinute = {
  // RFC 10027: whoever asks for very many links is after very many people; and each is a row for a year.
  authorize: 120,
  getAuthorizationRequest: 240,
  decideAuthorizationRequest: 120,
  // Each may make an owner, or keep a challenge.
  createDevice: 120,
  createPasskeyRegistrationOptions: 60,
  createPasskey: 60,
  createPasskeySignInOptions: 60,
  createOwnerSession: 60,
  // Guesses.
  unknownPollingCode: 60,
  refusedAdminKey: 10,
  // Refusals that are put on record: nobody fills a table that is never cleared.
  recordedRefusal: 60,
} as const;

export type Attempt = keyof typeof attemptsPerMinute;

export interface AttemptLimits {
  /** Counts an attempt. @returns whether it is within the limit. */
  readonly take: (what: Attempt, ip: string) => boolean;
  /** Counts an attempt. @throws DomainError 429 when it is one too many. */
  readonly demand: (what: Attempt, ip: string) => void;
  /** Does not count. @throws DomainError 429 when the limit is reached. */
  readonly check: (what: Attempt, ip: string) => void;
}

const minute = 60_000;
/** Addresses that are remembered; the one that was idle longest is forgotten first. */
const capacity = 20_000;

interface Window {
  readonly since: number;
  readonly count: number;
}

/** Every process counts for itself, as the outer limit does. */
export function createAttemptLimits(now: () => Date): AttemptLimits {
  const windows = createRecentMap<Window>(capacity);

  const current = (key: string): Window => {
    const at = now().getTime();
    const known = windows.get(key);
    return known && Math.abs(at - known.since) < minute ? known : { since: at, count: 0 };
  };
  const refuse = ({ since }: Window): never => {
    const retryAfterSeconds = Math.max(1, Math.ceil((since + minute - now().getTime()) / 1000));
    throw ssoErrors.fromProblem({ kind: 'rate_limited', retryAfterSeconds });
  };
  const count = (what: Attempt, ip: string): Window => {
    const key = `${what} ${networkOf(ip)}`;
    const { since, count: before } = current(key);
    const window = { since, count: before + 1 };
    windows.set(key, window);
    return window;
  };

  return {
    take: (what, ip) => count(what, ip).count <= attemptsPerMinute[what],
    demand: (what, ip) => {
      const window = count(what, ip);
      if (window.count > attemptsPerMinute[what]) refuse(window);
    },
    check: (what, ip) => {
      const window = current(`${what} ${networkOf(ip)}`);
      if (window.count >= attemptsPerMinute[what]) refuse(window);
    },
  };
}

/** For tests and for operators who limit elsewhere. */
export const noAttemptLimits: AttemptLimits = { take: () => true, demand: () => undefined, check: () => undefined };

/** An IPv6 customer has a network of 64 bits to choose addresses from; it counts as one. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined || !ip.includes(':')) return mapped ?? ip;
  const [head = '', tail] = (ip.split('%')[0] ?? ip).toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
