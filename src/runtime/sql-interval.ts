import { type RawBuilder, sql } from 'kysely';

/** SQL interval of a number of milliseconds. */
export const sqlInterval = (milliseconds: number): RawBuilder<unknown> =>
  sql`${milliseconds}::integer * interval '1 millisecond'`;
