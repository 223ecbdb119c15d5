import { type Kysely, sql, type Transaction } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';
import type { NotificationsStoreDependencies } from '../sends/status-store.ts';
import { webhookState } from './delivery-store.ts';
import { notAfterDatabase } from '../../runtime/database/database-clock.ts';

interface RecoveryResult {
  readonly recovered: number;
  /** Whether further deliveries match. */
  readonly remaining: boolean;
}

export function createRecoveryStore(db: Kysely<NotificationsDatabase>, { now }: NotificationsStoreDependencies) {
  return {
    /**
     * Makes dropped deliveries pending again with a full set of attempts, oldest first. Their due times keep their order,
     * and `clicked` waits for its `delivered`.
     */
    async recover({
      appId,
      since,
      status,
      limit,
    }: {
      readonly appId: string;
      readonly since: Date;
      /** Only events with this status; all when undefined. */
      readonly status: string | undefined;
      readonly limit: number;
    }): Promise<RecoveryResult | 'no_webhook' | 'webhook_paused'> {
      return db.transaction().execute(async (trx) => {
        // Lock order: webhook before deliveries.
        const state = await webhookState(trx, appId);
        if (state !== 'active') return state;
        const rows = await trx
          .selectFrom('notifications.deliveries')
          .select('id')
          .where('app_id', '=', appId)
          .where('state', '=', 'dropped')
          .where('created_at', '>=', since)
          .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
          .orderBy('created_at')
          .orderBy('id')
          .limit(limit + 1)
          .forUpdate()
          .execute();
        const chosen = rows.slice(0, limit);
        await requeueDeliveries(trx, { appId, deliveryIds: chosen.map(({ id }) => id), at: now() });
        return { recovered: chosen.length, remaining: rows.length > limit };
      });
    },

    /** Makes the settled ones of some deliveries pending again, oldest first. @returns their ids */
    async redeliverSelected({
      appId,
      deliveryIds,
    }: {
      readonly appId: string;
      readonly deliveryIds: readonly string[];
    }): Promise<readonly string[] | 'no_webhook' | 'webhook_paused'> {
      return db.transaction().execute(async (trx) => {
        const state = await webhookState(trx, appId);
        if (state !== 'active') return state;
        const rows = await trx
          .selectFrom('notifications.deliveries')
          .select('id')
          .where('app_id', '=', appId)
          .where('id', 'in', deliveryIds)
          .where('state', '<>', 'pending')
          .orderBy('created_at')
          .orderBy('id')
          .forUpdate()
          .execute();
        const ids = rows.map(({ id }) => id);
        await requeueDeliveries(trx, { appId, deliveryIds: ids, at: now() });
        return ids;
      });
    },
  };
}

interface Requeue {
  readonly appId: string;
  /** Settled deliveries that the transaction has locked, in the order in which they shall arrive. */
  readonly deliveryIds: readonly string[];
  readonly at: Date;
}

/**
 * Makes settled deliveries pending again with a full set of attempts. Their due times keep their order, and `clicked`
 * waits for its `delivered`.
 */
async function requeueDeliveries(
  trx: Transaction<NotificationsDatabase>,
  { appId, deliveryIds: ids, at }: Requeue,
): Promise<void> {
  const last = (await notAfterDatabase(trx, at)).getTime() - ids.length + 1;
  // Parameters, because a distributed engine refuses arithmetic of times in a change, and Citus crashes on `(array)[index]`.
  const dueTimes = ids.map((_, index) => new Date(last + index));
  await sql`
    update notifications.deliveries as delivery
    set state = 'pending', attempts = 0, dropped_reason = null, dropped_at = null, due_at = due.at
    from unnest(${ids}::uuid[], ${dueTimes}::timestamptz[]) as due (id, at)
    where delivery.app_id = ${appId} and delivery.id = due.id`.execute(trx);
  await sql`
    update notifications.deliveries as clicked set due_at = null
    from notifications.deliveries as delivered
    where clicked.app_id = ${appId} and clicked.id = any(${ids}::uuid[]) and clicked.status = 'clicked'
      and delivered.app_id = clicked.app_id and delivered.notification_id = clicked.notification_id
      and delivered.status = 'delivered' and delivered.state = 'pending'`.execute(trx);
}
