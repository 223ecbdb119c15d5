/** The schema `ServiceHealth` of the contracts. */
interface ServiceHealth {
  readonly version: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly periodSeconds: number;
  readonly requests: number;
  readonly failures: number;
  readonly overdueSeconds: number | null;
}

export type ReadServiceHealth = () => Promise<ServiceHealth>;

/** Seconds of one count, and how many of them the health is about. */
const slotSeconds = 10;
const slots = 30;

/** Counts the requests of the last five minutes, and reads how far background work is behind. */
export function createServiceHealth({
  version,
  now,
}: {
  readonly version: string;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}): {
  readonly count: (status: number) => void;
  /** Adds an outbox. @param overdue reads the age in seconds of its oldest due work */
  readonly addOutbox: (overdue: () => Promise<number>) => void;
  readonly read: ReadServiceHealth;
} {
  const startedAt = now();
  const outboxes: (() => Promise<number>)[] = [];
  const recent: {
    /** Time in slots since 1970. */
    at: number;
    requests: number;
    failures: number;
  }[] = [];
  const current = () => Math.floor(now() / 1000 / slotSeconds);

  const overdue = async (): Promise<number | null> => {
    if (outboxes.length === 0) return null;
    const ages = await Promise.all(outboxes.map((age) => age().catch(() => Number.NaN)));
    const oldest = Math.max(0, ...ages);
    return Number.isNaN(oldest) ? null : oldest;
  };

  return {
    count: (status) => {
      const at = current();
      const last = recent.at(-1);
      const slot = last?.at === at ? last : { at, requests: 0, failures: 0 };
      if (slot !== last) recent.push(slot);
      if (recent.length > slots) recent.shift();
      slot.requests += 1;
      if (status >= 500) slot.failures += 1;
    },
    addOutbox: (age) => outboxes.push(age),
    read: async () => {
      const counted = recent.filter(({ at }) => at > current() - slots);
      const sum = (member: 'requests' | 'failures') => counted.reduce((total, slot) => total + slot[member], 0);
      return {
        version,
        startedAt: new Date(startedAt).toISOString(),
        periodSeconds: Math.min(slots * slotSeconds, Math.floor((now() - startedAt) / 1000)),
        requests: sum('requests'),
        failures: sum('failures'),
        overdueSeconds: await overdue(),
      };
    },
  };
}
