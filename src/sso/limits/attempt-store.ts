import { type Kysely, sql } from 'kysely';
import type { SsoDatabase } from '../database.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';

interface CountedAttempt {
  readonly kind: string;
  readonly network: string;
  readonly at: Date;
  /** Attempts that began before are forgotten. */
  readonly windowStart: Date;
}

interface AttemptWindow {
  /** When its first attempt was made. */
  readonly since: Date;
  readonly count: number;
}

/** Counts attempts of networks in windows, exactly across all processes. */
export function createAttemptStore(db: Kysely<SsoDatabase>) {
  return {
    /** Counts an attempt. @returns the window that it belongs to, with it */
    async count({ kind, network, at, windowStart }: CountedAttempt): Promise<AttemptWindow> {
      const { rows } = await sql<AttemptWindow>`
        insert into sso.attempts as known (kind, network, since, count) values (${kind}, ${network}, ${at}, 1)
        on conflict (kind, network) do update set
          since = case when known.since > ${windowStart} then known.since else excluded.since end,
          count = case when known.since > ${windowStart} then known.count + 1 else 1 end
        returning since, count`.execute(db);
      return rows[0] ?? { since: at, count: 1 };
    },

    /** Takes one attempt back. */
    async release({ kind, network }: Pick<CountedAttempt, 'kind' | 'network'>): Promise<void> {
      await db
        .updateTable('sso.attempts')
        .set((eb) => ({ count: eb('count', '-', 1) }))
        .where('kind', '=', kind)
        .where('network', '=', network)
        .where('count', '>', 0)
        .execute();
    },

    /** @returns the attempts of the current window */
    async recent({ kind, network, windowStart }: Omit<CountedAttempt, 'at'>): Promise<number> {
      const row = await db
        .selectFrom('sso.attempts')
        .select('count')
        .where('kind', '=', kind)
        .where('network', '=', network)
        .where('since', '>', windowStart)
        .executeTakeFirst();
      return row?.count ?? 0;
    },

    /** Deletes up to `limit` windows that began before `before`. @returns how many it deleted */
    deleteExpired: (before: Date, limit: number): Promise<number> =>
      deleteFound(db, { table: 'sso.attempts', key: ['kind', 'network'], condition: sql`since < ${before}`, limit }),
  };
}

export type AttemptStore = ReturnType<typeof createAttemptStore>;
