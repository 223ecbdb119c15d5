import { type RawBuilder, sql } from 'kysely';

/**
 * Due time of a delivery that is to be attempted at once: `at`, but never later than the clock of the database, by which
 * workers find due deliveries. A machine whose clock is ahead would otherwise delay its events by the difference.
 *
 * @param at time by the local clock
 */
export const dueNow = (at: Date): RawBuilder<Date> => sql<Date>`least(${at}::timestamptz, statement_timestamp())`;
