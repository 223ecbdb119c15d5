import { type Kysely, sql } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';
import { restorableMs } from './apps.ts';

/** Apps that one call erases. */
const appsAtOnce = 20;

/** Tables with rows of an app, with their primary keys. Attempts follow their deliveries; the audit stays. */
const tables = {
  api_keys: 'app_id, id',
  activity_seen: 'app_id, sub',
  app_members: 'app_id, sub',
  consents: 'app_id, session_address',
  prompt_budgets: 'app_id, session_address',
  notifications: 'app_id, id',
  idempotency_keys: 'app_id, key',
  outcomes: 'app_id, notification_id, status',
  usage_counts: 'app_id, day, status, slot',
  deliveries: 'app_id, id',
  webhooks: 'app_id',
} as const;

/**
 * Erases apps that were deleted 30 days ago, up to `limit` rows of each table: first their rows, then the apps.
 *
 * @returns the number of deleted rows; 0 when nothing is left to erase
 */
export async function eraseDeletedApps(db: Kysely<NotificationsDatabase>, now: Date, limit: number): Promise<number> {
  const apps = await db
    .selectFrom('notifications.apps')
    .select('id')
    .where('deleted_at', '<=', new Date(now.getTime() - restorableMs))
    .orderBy('deleted_at')
    .limit(appsAtOnce)
    .execute();
  if (apps.length === 0) return 0;
  const ids = sql.join(apps.map(({ id }) => id));
  let deleted = 0;
  for (const [name, columns] of Object.entries(tables)) {
    const [table, key] = [sql.table(`notifications.${name}`), sql.raw(columns)];
    const { numAffectedRows = 0n } = await sql`
      delete from ${table} where (${key}) in (
        select ${key} from ${table} where app_id in (${ids}) limit ${limit} for update skip locked)`.execute(db);
    deleted += Number(numAffectedRows);
  }
  const remaining = Object.keys(tables).map(
    (name) => sql`not exists (select from ${sql.table(`notifications.${name}`)} where app_id = app.id)`,
  );
  const { numAffectedRows = 0n } = await sql`
    delete from notifications.apps as app where app.id in (${ids}) and ${sql.join(remaining, sql` and `)}`.execute(db);
  return deleted + Number(numAffectedRows);
}
