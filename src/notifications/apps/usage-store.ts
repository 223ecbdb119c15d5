import { type Kysely, sql } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';
import { systemApp } from '../sends/notification.ts';

/** Rows per app, day and status: concurrent sends increment different rows. */
const slots = 8;

export const utcDay = (time: Date): string => time.toISOString().slice(0, 10);

/** Counts statuses of real notifications per UTC day. Call it last in a transaction, because its row locks are contended. */
export async function countUsage(
  trx: Kysely<NotificationsDatabase>,
  statuses: readonly string[],
  { appId, at, newId }: { readonly appId: string; readonly at: Date; readonly newId: () => string },
): Promise<void> {
  // Nobody reads the usage of the platform's own app.
  if (appId === systemApp.id) return;
  const slot = Number.parseInt(newId().slice(-2), 16) % slots;
  const counts = Map.groupBy(statuses, (status) => status);
  // One lock order prevents deadlocks.
  for (const [status, same] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await trx
      .insertInto('notifications.usage_counts')
      .values({ app_id: appId, day: utcDay(at), status, slot, count: same.length })
      .onConflict((conflict) =>
        conflict
          .columns(['app_id', 'day', 'status', 'slot'])
          .doUpdateSet({ count: sql`notifications.usage_counts.count + excluded.count` }),
      )
      .execute();
  }
}

interface UsageRange {
  readonly appId: string;
  /** First and last UTC day, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
}

export function createUsageStore(db: Kysely<NotificationsDatabase>) {
  return {
    /** Returns counts sorted by day, then status. */
    count({ appId, from, to }: UsageRange) {
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
