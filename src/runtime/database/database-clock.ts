import { type QueryExecutorProvider, sql } from 'kysely';

interface DatabaseClock {
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

/** Returns the current time of the database server. */
export async function readDatabaseTime(db: QueryExecutorProvider): Promise<Date> {
  const { rows } = await sql<{ readonly time: Date }>`select clock_timestamp() as time`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The database returned no time.');
  return row.time;
}

/**
 * Returns a time, but never later than the clock of the database, by which workers find due rows. A machine whose clock is
 * ahead would otherwise delay its rows by the difference.
 */
export async function notAfterDatabase(db: QueryExecutorProvider, at: Date): Promise<Date> {
  const time = await readDatabaseTime(db);
  return time < at ? time : at;
}
