import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { NotificationsDatabase } from './database.ts';
import { eraseDeletedApps } from './apps/app-store.ts';
import { deleteRouted } from './apps/route-store.ts';
import { deleteUnusedPushKeys } from './push/push-key-store.ts';
import { utcDay } from './apps/usage-store.ts';
import { type DeletedRows, deleteOldEvents } from '../runtime/database/delete-found.ts';

const dayMs = 24 * 60 * 60 * 1000;

type Deletion = (db: Kysely<NotificationsDatabase>, now: Date, limit: number) => Promise<number>;

const ago = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);

/** Drops what waited 30 days for a paused webhook. The developer still sees it, with the reason. */
async function dropForPausedWebhooks(db: Kysely<NotificationsDatabase>, now: Date, limit: number): Promise<number> {
  const overdue = await db
    .selectFrom('notifications.webhooks as webhook')
    .innerJoin('notifications.deliveries as waiting', 'waiting.app_id', 'webhook.app_id')
    .select(['waiting.app_id', 'waiting.id'])
    .where('waiting.state', '=', 'pending')
    .where('webhook.paused_at', '<=', ago(now, 30))
    .limit(limit)
    .execute();
  if (overdue.length === 0) return 0;
  // A webhook that was resumed meanwhile keeps what is due.
  const { numUpdatedRows } = await db
    .updateTable('notifications.deliveries')
    .set({ state: 'dropped', due_at: null, leased_by: null, dropped_reason: 'webhook_paused', dropped_at: now })
    .where((eb) =>
      eb(
        eb.refTuple('app_id', 'id'),
        'in',
        overdue.map(({ app_id, id }) => eb.tuple(app_id, id)),
      ),
    )
    .where('state', '=', 'pending')
    .where('due_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

const expired =
  (table: string, key: DeletedRows['key'], condition: (now: Date) => RawBuilder<unknown>): Deletion =>
  (db, now, limit) =>
    deleteRouted(db, { table: `notifications.${table}`, key, condition: condition(now), limit });

/** One deletion per table; each deletes up to `limit` rows that are expired at `now`. */
const deletions: readonly Deletion[] = [
  expired('idempotency_keys', ['app_id', 'key'], (now) => sql`expires_at <= ${now}`),
  expired('presence', ['session_address', 'device_id'], (now) => sql`expires_at <= ${now}`),
  expired('devices', ['session_address', 'id'], (now) => sql`seen_day < ${utcDay(ago(now, 60))}`),
  expired('prompt_budgets', ['app_id', 'session_address'], (now) => sql`last_shown_at <= ${ago(now, 1)}`),
  // Receipts are accepted and deliveries are listed for 30 days.
  expired(
    'deliveries',
    ['app_id', 'id'],
    (now) => sql`
      created_at <= ${ago(now, 30)} and state <> 'pending' and (dropped_at is null or dropped_at <= ${ago(now, 30)})`,
  ),
  dropForPausedWebhooks,
  expired('outcomes', ['app_id', 'notification_id', 'status'], (now) => sql`recorded_at <= ${ago(now, 60)}`),
  expired('notifications', ['app_id', 'id'], (now) => sql`accepted_at <= ${ago(now, 30)} and state = 'settled'`),
  expired('api_keys', ['app_id', 'id'], (now) => sql`coalesce(revoked_at, expires_at) <= ${ago(now, 30)}`),
  (db, now, limit) => deleteOldEvents(db, { table: 'notifications.audit_events', key: ['app_id', 'id'], now, limit }),
  expired('usage_counts', ['app_id', 'day', 'status', 'slot'], (now) => sql`day < ${utcDay(ago(now, 400))}`),
];

/** @returns one deletion per table; each deletes up to `limit` rows and returns how many */
export function expiredRowDeletions(
  db: Kysely<NotificationsDatabase>,
  now: () => Date,
): readonly ((limit: number) => Promise<number>)[] {
  return [
    ...deletions.map((deletion) => (limit: number) => deletion(db, now(), limit)),
    (limit) => eraseDeletedApps(db, now(), limit),
    // A browser may subscribe with a key that it read from a cache.
    () => deleteUnusedPushKeys(db, ago(now(), 1)),
  ];
}
