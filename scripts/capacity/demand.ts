import type { Measured } from './measured.ts';

/** What users do, and how much is kept free. All of it is assumed: change it to what you know of yours. */
export interface Assumptions {
  /** Requests of each kind per user and day. */
  readonly perUserAndDay: Readonly<Record<string, number>>;
  /** The busiest second beside the mean one. */
  readonly peak: number;
  /** The share of a processor that is used in that second; the rest is for what cannot be foreseen. */
  readonly utilisation: number;
  /** Days that a row is kept, by table; the others stay for ever. */
  readonly keptDays: Readonly<Record<string, number>>;
  /** Days over which the database grows. */
  readonly horizonDays: number;
}

export const assumptions: Assumptions = {
  perUserAndDay: {
    'sign-in': 0.1,
    'poll, pending': 2,
    refresh: 4,
    'protected read': 20,
    'public page': 20,
    post: 0.1,
    comment: 0.3,
    vote: 1,
    'current user': 2,
    'invoice and its payment': 0.02,
    'list of transactions': 0.2,
    'notification and its webhook': 2,
    // Half an hour of the host's page, four in a minute.
    'heartbeat of an open page': 120,
  },
  peak: 4,
  utilisation: 0.5,
  // As the services prune them; a year is the horizon, so that what stays longer than that counts as kept.
  keptDays: {
    'sso.authorization_requests': 1,
    'sso.dpop_proofs': 0.01,
    'forum.dpop_proofs': 0.01,
    'backend.dpop_proofs': 0.01,
    'notifications.dpop_proofs': 0.01,
    'sso.sessions': 31,
    'sso.refresh_tokens': 31,
    'sso.revoked_access_tokens': 1,
    'backend.idempotency_keys': 1,
    'notifications.idempotency_keys': 1,
    'notifications.notifications': 30,
    'notifications.deliveries': 30,
    'notifications.delivery_attempts': 30,
    'notifications.outcomes': 60,
  },
  horizonDays: 365,
};

export interface Demand {
  readonly users: number;
  /** In the busiest second, heartbeats included. */
  readonly requestsPerSecond: number;
  readonly serviceCores: number;
  readonly databaseCores: number;
  /** After the horizon. */
  readonly storedBytes: number;
}

const secondsPerDay = 86_400;

/** What so many users need, by what a request and a row were measured to cost. Linear: that is what is to be kept so. */
export function demandOf(users: number, { requests, rowBytes }: Measured, assumed: Assumptions): Demand {
  const { perUserAndDay, peak, utilisation, keptDays, horizonDays } = assumed;
  let [perSecond, serviceMicros, databaseMicros, storedBytes] = [0, 0, 0, 0];
  for (const [kind, daily] of Object.entries(perUserAndDay)) {
    const cost = requests[kind];
    if (cost === undefined) throw new Error(`Nothing was measured for "${kind}".`);
    const inPeak = (users * daily * peak) / secondsPerDay;
    perSecond += inPeak;
    serviceMicros += inPeak * cost.serviceMicros;
    databaseMicros += inPeak * cost.databaseMicros;
    for (const [table, rows] of Object.entries(cost.rows)) {
      const days = Math.min(keptDays[table] ?? horizonDays, horizonDays);
      storedBytes += users * daily * rows * days * (rowBytes[table] ?? 0);
    }
  }
  return {
    users,
    requestsPerSecond: perSecond,
    serviceCores: serviceMicros / 1e6 / utilisation,
    databaseCores: databaseMicros / 1e6 / utilisation,
    storedBytes,
  };
}
