import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';
import { dayOf } from './usage.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** What is deleted when it is of no more use, and by which moment it goes. */
const kinds: readonly ((now: Date, limit: number) => RawBuilder<unknown>)[] = [
  (now, limit) => oldest('idempotency_keys', 'app_id, key', sql`expires_at <= ${now}`, limit),
  (now, limit) => oldest('presence', 'session_address', sql`expires_at <= ${now}`, limit),
  (now, limit) => oldest('prompt_budgets', 'app_id, session_address', sql`last_shown_at <= ${ago(now, 1)}`, limit),
  // Receipts may come for 30 days; the log of deliveries is shown for as long.
  (now, limit) => oldest('deliveries', 'app_id, id', sql`created_at <= ${ago(now, 30)}`, limit),
  (now, limit) => oldest('outcomes', 'app_id, notification_id, status', sql`recorded_at <= ${ago(now, 60)}`, limit),
  (now, limit) =>
    oldest('notifications', 'app_id, id', sql`accepted_at <= ${ago(now, 30)} and state = 'settled'`, limit),
  (now, limit) => oldest('api_keys', 'app_id, id', sql`coalesce(revoked_at, expires_at) <= ${ago(now, 30)}`, limit),
  (now, limit) =>
    oldest(
      'audit_events',
      'app_id, id',
      sql`at < ${ago(now, 365)} and at < (select max(at) from notifications.audit_events) - interval '365 days'`,
      limit,
    ),
  (now, limit) => oldest('usage_counts', 'app_id, day, status, slot', sql`day < ${dayOf(ago(now, 400))}`, limit),
];

const ago = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);

function oldest(table: string, key: string, condition: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  return sql`
    delete from ${sql.table(`notifications.${table}`)} where (${sql.raw(key)}) in (
      select ${sql.raw(key)} from ${sql.table(`notifications.${table}`)} where ${condition}
      limit ${limit} for update skip locked)`;
}

/** One task for each kind of row; each deletes up to `limit` rows and says how many. */
export function createPruning(
  db: Kysely<NotificationsDatabase>,
  now: () => Date,
): readonly ((limit: number) => Promise<number>)[] {
  return kinds.map((expired) => async (limit) => {
    const { numAffectedRows } = await expired(now(), limit).execute(db);
    return Number(numAffectedRows ?? 0n);
  });
}
