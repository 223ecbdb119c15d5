import { type RawBuilder, sql } from 'kysely';
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
