/** Measured cost of one kind of request. */
export interface RequestCost {
  /** Processor time in the services and in PostgreSQL, microseconds. */
  readonly serviceMicros: number;
  readonly databaseMicros: number;
  /** Stored rows per request, by table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** Content of docs/capacity.json, from which docs/capacity.md is computed. */
export interface CapacityResults {
  readonly machine: readonly (readonly [string, string])[];
  readonly requests: Readonly<Record<string, RequestCost>>;
  /** Bytes per row including its indexes, by table. */
  readonly rowBytes: Readonly<Record<string, number>>;
}

/** Assumptions about users and reserves. Replace them with figures of your installation. */
export interface Assumptions {
  /** Requests per kind, user and day. */
  readonly perUserAndDay: Readonly<Record<string, number>>;
  /** Area whose database serves a kind of request. */
  readonly areaOf: Readonly<Record<string, string>>;
  /** Ratio of the peak second to the mean second. */
  readonly peak: number;
  /** Fraction of a processor that is used in the peak second; the rest is a reserve. */
  readonly utilisation: number;
  /** Retention of rows in days, by table; other rows are kept. */
  readonly keptDays: Readonly<Record<string, number>>;
  /** Days of database growth. */
  readonly horizonDays: number;
}

export const assumptions: Assumptions = {
  perUserAndDay: {
    'sign-in': 0.1,
    'poll, pending': 2,
    refresh: 4,
    'protected read': 20,
    'public page': 20,
    search: 1,
    'read over MCP': 5,
    'delegation to a helper': 0.05,
    'revocation of a session': 0.02,
    post: 0.1,
    comment: 0.3,
    vote: 1,
    'current user': 2,
    'invoice and its payment': 0.02,
    'list of transactions': 0.2,
    'notification and its webhook': 2,
    // Half an hour on the host page, four heartbeats a minute.
    'heartbeat of an open page': 120,
  },
  areaOf: {
    'sign-in': 'sso',
    'poll, pending': 'sso',
    refresh: 'sso',
    'protected read': 'forum',
    'public page': 'forum',
    search: 'forum',
    'read over MCP': 'forum',
    'delegation to a helper': 'sso',
    'revocation of a session': 'sso',
    post: 'forum',
    comment: 'forum',
    vote: 'forum',
    'current user': 'backend',
    'invoice and its payment': 'backend',
    'list of transactions': 'backend',
    'notification and its webhook': 'notifications',
    'heartbeat of an open page': 'notifications',
  },
  peak: 4,
  utilisation: 0.5,
  // Retention of the services; rows that are kept longer than the horizon of a year count as kept.
  keptDays: {
    'sso.authorization_requests': 1,
    'sso.dpop_proofs': 0.01,
    'forum.dpop_proofs': 0.01,
    'backend.dpop_proofs': 0.01,
    'notifications.dpop_proofs': 0.01,
    'sso.sessions': 31,
    'sso.refresh_tokens': 31,
    // A delegation lives for a day at most, and its row for another one.
    'sso.delegations': 2,
    'sso.session_revocations': 0.02,
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
  /** In the peak second, including heartbeats. */
  readonly requestsPerSecond: number;
  readonly serviceCores: number;
  readonly databaseCores: number;
  /** The same by area. */
  readonly areaCores: Readonly<Record<string, number>>;
  /** At the horizon. */
  readonly storedBytes: number;
}

const secondsPerDay = 86_400;

/** Computes the resources for a number of users from the measured cost of requests and rows. The result is linear. */
export function demandOf(users: number, { requests, rowBytes }: CapacityResults, assumed: Assumptions): Demand {
  const { perUserAndDay, areaOf, peak, utilisation, keptDays, horizonDays } = assumed;
  let [perSecond, serviceMicros, databaseMicros, storedBytes] = [0, 0, 0, 0];
  const areaCores: Record<string, number> = {};
  for (const [kind, daily] of Object.entries(perUserAndDay)) {
    const cost = requests[kind];
    if (cost === undefined)
      throw new Error(`docs/capacity.json has no measurement of "${kind}"; run npm run capacity.`);
    const inPeak = (users * daily * peak) / secondsPerDay;
    perSecond += inPeak;
    serviceMicros += inPeak * cost.serviceMicros;
    databaseMicros += inPeak * cost.databaseMicros;
    const area = areaOf[kind];
    if (area === undefined) throw new Error(`"${kind}" has no area in scripts/bench/demand.ts.`);
    areaCores[area] = (areaCores[area] ?? 0) + (inPeak * cost.databaseMicros) / 1e6 / utilisation;
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
    areaCores,
    storedBytes,
  };
}
