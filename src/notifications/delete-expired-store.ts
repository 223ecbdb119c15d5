import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { NotificationsDatabase } from './database.ts';
import { eraseDeletedApps } from './apps/app-store.ts';
import { deleteUnusedPushKeys } from './push/push-key-store.ts';
import { utcDay } from './apps/usage-store.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** One deletion per table; each deletes up to `limit` rows that are expired at `now`. */
const deletions: readonly ((now: Date, limit: number) => RawBuilder<unknown>)[] = [
  (now, limit) => expired('idempotency_keys', 'app_id, key', sql`expires_at <= ${now}`, limit),
  (now, limit) => expired('presence', 'session_address, device_id', sql`expires_at <= ${now}`, limit),
  (now, limit) => expired('devices', 'session_address, id', sql`seen_day < ${utcDay(ago(now, 60))}`, limit),
  (now, limit) => expired('prompt_budgets', 'app_id, session_address', sql`last_shown_at <= ${ago(now, 1)}`, limit),
  // Receipts are accepted and deliveries are listed for 30 days.
  (now, limit) =>
    expired(
      'deliveries',
      'app_id, id',
      sql`created_at <= ${ago(now, 30)} and state <> 'pending'
        and (dropped_at is null or dropped_at <= ${ago(now, 30)})`,
      limit,
    ),
  dropForPausedWebhooks,
  (now, limit) => expired('outcomes', 'app_id, notification_id, status', sql`recorded_at <= ${ago(now, 60)}`, limit),
  (now, limit) =>
    expired('notifications', 'app_id, id', sql`accepted_at <= ${ago(now, 30)} and state = 'settled'`, limit),
  (now, limit) => expired('api_keys', 'app_id, id', sql`coalesce(revoked_at, expires_at) <= ${ago(now, 30)}`, limit),
  (now, limit) =>
    expired(
      'audit_events',
      'app_id, id',
      sql`at < ${ago(now, 365)} and at < (select max(at) from notifications.audit_events) - interval '365 days'`,
      limit,
    ),
  (now, limit) => expired('usage_counts', 'app_id, day, status, slot', sql`day < ${utcDay(ago(now, 400))}`, limit),
];

/** Drops what waited 30 days for a paused webhook. The developer still sees it, with the reason. */
function dropForPausedWebhooks(now: Date, limit: number): RawBuilder<unknown> {
  return sql`
    update notifications.deliveries as delivery
    set state = 'dropped', due_at = null, leased_by = null, dropped_reason = 'webhook_paused', dropped_at = ${now}
    from (
      select waiting.app_id, waiting.id from notifications.webhooks as webhook
      join notifications.deliveries as waiting on waiting.app_id = webhook.app_id and waiting.state = 'pending'
      where webhook.paused_at <= ${ago(now, 30)}
      limit ${limit} for update of waiting skip locked) as overdue
    where delivery.app_id = overdue.app_id and delivery.id = overdue.id`;
}

const ago = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);

function expired(table: string, key: string, condition: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  return sql`
    delete from ${sql.table(`notifications.${table}`)} where (${sql.raw(key)}) in (
      select ${sql.raw(key)} from ${sql.table(`notifications.${table}`)} where ${condition}
      limit ${limit} for update skip locked)`;
}

/** @returns one deletion per table; each deletes up to `limit` rows and returns how many */
export function expiredRowDeletions(
  db: Kysely<NotificationsDatabase>,
  now: () => Date,
): readonly ((limit: number) => Promise<number>)[] {
  const expirations = deletions.map((deletion) => async (limit: number) => {
    const { numAffectedRows } = await deletion(now(), limit).execute(db);
    return Number(numAffectedRows ?? 0n);
  });
  return [
    ...expirations,
    (limit) => eraseDeletedApps(db, now(), limit),
    // A browser may subscribe with a key that it read from a cache.
    () => deleteUnusedPushKeys(db, ago(now(), 1)),
  ];
}
