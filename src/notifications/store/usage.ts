import { type Kysely, sql, type Transaction } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';

export interface UsageCount {
  readonly date: string;
  readonly status: string;
  readonly count: number;
}

interface Counting {
  readonly appId: string;
  readonly at: Date;
  readonly newId: () => string;
}

/** The rows that one app's counts of one day and status are spread over. */
const slots = 8;

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** Counts statuses of real notifications on their UTC day. Called last in a transaction: its rows are shared by many. */
export async function countUsage(
  trx: Transaction<NotificationsDatabase>,
  statuses: readonly string[],
  { appId, at, newId }: Counting,
): Promise<void> {
  const slot = Number.parseInt(newId().slice(-2), 16) % slots;
  const counts = Map.groupBy(statuses, (status) => status);
  // In one order everywhere, so that two transactions cannot wait for each other in a circle.
  for (const [status, same] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await trx
      .insertInto('notifications.usage_counts')
      .values({ app_id: appId, day: dayOf(at), status, slot, count: same.length })
      .onConflict((conflict) =>
        conflict
          .columns(['app_id', 'day', 'status', 'slot'])
          .doUpdateSet({ count: sql`notifications.usage_counts.count + excluded.count` }),
      )
      .execute();
  }
}

export interface UsageRange {
  readonly appId: string;
  /** First and last UTC day, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
}

export type UsageStore = ReturnType<typeof createUsageStore>;

export function createUsageStore(db: Kysely<NotificationsDatabase>) {
  return {
    /** Sorted by day, then status. */
    async count({ appId, from, to }: UsageRange): Promise<UsageCount[]> {
      return db
        .selectFrom('notifications.usage_counts')
        .select(['day as date', 'status', (eb) => eb.fn.sum<number>('count').as('count')])
        .where('app_id', '=', appId)
        .where('day', '>=', from)
        .where('day', '<=', to)
        .groupBy(['day', 'status'])
        .orderBy('day')
        .orderBy(sql`status collate "C"`)
        .execute();
    },
  };
}
