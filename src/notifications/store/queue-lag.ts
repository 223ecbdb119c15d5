import { type Kysely, type RawBuilder, sql } from 'kysely';
import { readDatabaseTime } from '../../runtime/database-time.ts';
import type { NotificationsDatabase } from '../database.ts';

/** Returns the age of the oldest due row that no worker has claimed, seconds; 0 when no row is due. */
export type SecondsOverdue = () => Promise<number>;

/**
 * Queries for the metrics that show stuck workers.
 *
 * @param time returns the time of the database, which due times follow
 */
export function createQueueLag(
  db: Kysely<NotificationsDatabase>,
  time: () => Promise<Date> = () => readDatabaseTime(db),
): {
  readonly deliveries: SecondsOverdue;
  readonly pushes: SecondsOverdue;
} {
  const secondsOverdue = (oldestDue: (now: Date) => RawBuilder<{ readonly dueAt: Date }>) => async () => {
    const now = await time();
    const { rows } = await oldestDue(now).execute(db);
    const [oldest] = rows;
    return oldest === undefined ? 0 : (now.getTime() - oldest.dueAt.getTime()) / 1000;
  };
  return {
    // Test sends have a worker of their own. Deliveries to a failing or paused endpoint wait for the endpoint.
    deliveries: secondsOverdue(
      (now) => sql`
        select delivery.due_at as "dueAt" from notifications.deliveries as delivery
        join notifications.webhooks as webhook on webhook.app_id = delivery.app_id
          and webhook.failing_since is null and webhook.paused_at is null
        where delivery.due_at <= ${now} and delivery.due_at is not null and not delivery.test
        order by delivery.due_at limit 1`,
    ),
    pushes: secondsOverdue(
      (now) => sql`
        select due_at as "dueAt" from notifications.notifications
        where due_at <= ${now} and due_at is not null order by due_at limit 1`,
    ),
  };
}
