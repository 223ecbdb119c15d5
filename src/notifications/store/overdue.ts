import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';

/** Since when the oldest piece of work has been waiting that a worker should have taken; undefined when none is. */
export type OverdueSince = (now: Date) => Promise<Date | undefined>;

/** What shows that workers stand still: they tell nobody by themselves. */
export function createOverdue(db: Kysely<NotificationsDatabase>): {
  readonly deliveries: OverdueSince;
  readonly pushes: OverdueSince;
} {
  /** One index read for each app with scheduled rows. */
  const oldest =
    (table: 'deliveries' | 'notifications', counts: RawBuilder<boolean>): OverdueSince =>
    async (now) => {
      const scheduled = sql.table(`notifications.${table}`);
      const { rows } = await sql<{ since: Date | null }>`
        with recursive app (id) as (
          (select app_id from ${scheduled} where due_at is not null order by app_id limit 1)
          union all
          select next.app_id from app, lateral (
            select app_id from ${scheduled} where due_at is not null and app_id > app.id order by app_id limit 1) as next
        )
        select min(first.due_at) as since from app, lateral (
          select due_at from ${scheduled} where app_id = app.id and due_at <= ${now} order by due_at limit 1) as first
        where ${counts}`.execute(db);
      return rows[0]?.since ?? undefined;
    };
  return {
    // An endpoint that fails makes its own deliveries wait.
    deliveries: oldest(
      'deliveries',
      sql<boolean>`exists (
        select from notifications.webhooks where app_id = app.id and failing_since is null and paused_at is null)`,
    ),
    pushes: oldest('notifications', sql<boolean>`true`),
  };
}
