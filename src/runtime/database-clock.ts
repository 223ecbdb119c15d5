export interface DatabaseClock {
  /** Reads the time of the database. */
  readonly synchronize: () => Promise<void>;
  /** The local clock, corrected by the difference that the last synchronization found. */
  readonly now: () => Date;
}

/**
 * Follows the clock of the database, so that leases of several machines are compared by one clock.
 *
 * @param read returns the time of the database
 * @param now the local clock
 */
export function createDatabaseClock(read: () => Promise<Date>, now: () => Date): DatabaseClock {
  let differenceMs = 0;
  return {
    synchronize: async () => {
      const requestedAt = now().getTime();
      const time = await read();
      // The earlier local time, so that a slow response never makes a lease end early.
      differenceMs = time.getTime() - requestedAt;
    },
    now: () => new Date(now().getTime() + differenceMs),
  };
}
