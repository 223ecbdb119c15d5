import { type RawBuilder, sql, type QueryExecutorProvider } from 'kysely';
import { retryOnConflict } from '../database/database-errors.ts';

/**
 * SQL condition: no worker holds this row of a queue at a time. A lease is in columns without an index and leaves the due
 * time as it is, so that a claim writes no index: PostgreSQL keeps such rows on their page (heap-only tuples).
 */
export const isUnleased = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(leased_by is null or leased_until <= ${now}::timestamptz)`;

/** Attempts of a claim whose rows others lease first. */
const maxTries = 3;

/**
 * Claims rows of a queue: finds some that are due, then leases each by its key. Finds others when another worker has
 * leased all of them meanwhile.
 *
 * @param find reads rows without a lock
 * @param lease leases those whose lease is still the one that was found, in one statement: of two workers that found the
 *   same row, the second one changes nothing. @returns what it leased
 */
export async function claimRows<Found, Claimed>(
  find: () => Promise<readonly Found[]>,
  lease: (found: readonly Found[]) => Promise<readonly Claimed[]>,
): Promise<readonly Claimed[]> {
  for (let tries = 1; ; tries++) {
    const found = await find();
    if (found.length === 0) return [];
    const claimed = await retryOnConflict(() => lease(found));
    if (claimed.length > 0 || tries === maxTries) return claimed;
  }
}

/**
 * Follows the clock of the database, so that leases of several machines are compared by one clock.
 *
 * @param read returns the time of the database
 * @param now the local clock
 */
export function createDatabaseClock(read: () => Promise<Date>, now: () => Date) {
  let differenceMs = 0;
  return {
    /** Reads the time of the database. */
    synchronize: async (): Promise<void> => {
      const requestedAt = now().getTime();
      const time = await read();
      // The earlier local time, so that a slow response never makes a lease end early.
      differenceMs = time.getTime() - requestedAt;
    },
    /** The local clock, corrected by the difference that the last synchronization found. */
    now: (): Date => new Date(now().getTime() + differenceMs),
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
