import { type Kysely, sql } from 'kysely';
import { dueNow } from '../../runtime/webhook-delivery/due-now.ts';
import type { NotificationsDatabase } from '../database.ts';
import type { NotificationsStoreDependencies } from './dependencies.ts';
import { webhookState } from './webhook-state.ts';

export interface Recovery {
  readonly appId: string;
  readonly since: Date;
  /** Only events with this status; all when undefined. */
  readonly status: string | undefined;
  readonly limit: number;
}

export interface RecoveryResult {
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
    }: Recovery): Promise<RecoveryResult | 'no_webhook' | 'webhook_paused'> {
      return db.transaction().execute(async (trx) => {
        // Lock order: webhook before deliveries.
        const state = await webhookState(trx, appId);
        if (state !== 'active') return state;
        const rows = await trx
          .selectFrom('notifications.deliveries')
          .select(['id', 'notification_id as notificationId', 'status'])
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
        const ids = chosen.map(({ id }) => id);
        const at = now();
        await sql`
          update notifications.deliveries
          set state = 'pending', attempts = 0, dropped_reason = null, dropped_at = null,
            due_at = ${dueNow(at)}
              - (${ids.length}::integer - array_position(${ids}::uuid[], id)) * interval '1 millisecond'
          where app_id = ${appId} and state = 'dropped' and id = any(${ids}::uuid[])`.execute(trx);
        await sql`
          update notifications.deliveries as clicked set due_at = null
          from notifications.deliveries as delivered
          where clicked.app_id = ${appId} and clicked.id = any(${ids}::uuid[]) and clicked.status = 'clicked'
            and delivered.app_id = clicked.app_id and delivered.notification_id = clicked.notification_id
            and delivered.status = 'delivered' and delivered.state = 'pending'`.execute(trx);
        return { recovered: chosen.length, remaining: rows.length > limit };
      });
    },
  };
}
