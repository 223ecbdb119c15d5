import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';

/** Returns the due time of the oldest row that no worker has claimed; undefined when no row is due. */
export type OldestDueQuery = (now: Date) => Promise<Date | undefined>;

/** Queries for the metrics that show stuck workers. */
export function createQueueLag(db: Kysely<NotificationsDatabase>): {
  readonly deliveries: OldestDueQuery;
  readonly pushes: OldestDueQuery;
} {
  /** Costs one index read per app with scheduled rows. */
  const oldest =
    (
      table: 'deliveries' | 'notifications',
      condition: RawBuilder<boolean>,
      scheduledRow = sql<boolean>`due_at is not null`,
    ): OldestDueQuery =>
    async (now) => {
      const scheduled = sql.table(`notifications.${table}`);
      const { rows } = await sql<{ since: Date | null }>`
        with recursive app (id) as (
          (select app_id from ${scheduled} where ${scheduledRow} order by app_id limit 1)
          union all
          select next.app_id from app, lateral (
            select app_id from ${scheduled} where ${scheduledRow} and app_id > app.id order by app_id limit 1) as next
        )
        select min(first.due_at) as since from app, lateral (
          select due_at from ${scheduled} where app_id = app.id and due_at <= ${now} and ${scheduledRow} order by due_at limit 1) as first
        where ${condition}`.execute(db);
      return rows[0]?.since ?? undefined;
    };
  return {
    // Deliveries to a failing or paused endpoint wait for the endpoint, not for a worker.
    deliveries: oldest(
      'deliveries',
      sql<boolean>`exists (
        select from notifications.webhooks where app_id = app.id and failing_since is null and paused_at is null)`,
      // Rehearsals have a worker of their own.
      sql<boolean>`due_at is not null and not test`,
    ),
    pushes: oldest('notifications', sql<boolean>`true`),
  };
}
