import { sql, type Transaction } from 'kysely';
import { dueNow } from '../../runtime/webhook-delivery/due-now.ts';
import type { NotificationsDatabase } from '../database.ts';

export interface Requeue {
  readonly appId: string;
  /** Settled deliveries that the transaction has locked, in the order in which they shall arrive. */
  readonly deliveryIds: readonly string[];
  readonly at: Date;
}

/**
 * Makes settled deliveries pending again with a full set of attempts. Their due times keep their order, and `clicked`
 * waits for its `delivered`.
 */
export async function requeueDeliveries(
  trx: Transaction<NotificationsDatabase>,
  { appId, deliveryIds: ids, at }: Requeue,
): Promise<void> {
  await sql`
    update notifications.deliveries
    set state = 'pending', attempts = 0, dropped_reason = null, dropped_at = null,
      due_at = ${dueNow(at)} - (${ids.length}::integer - array_position(${ids}::uuid[], id)) * interval '1 millisecond'
    where app_id = ${appId} and id = any(${ids}::uuid[])`.execute(trx);
  await sql`
    update notifications.deliveries as clicked set due_at = null
    from notifications.deliveries as delivered
    where clicked.app_id = ${appId} and clicked.id = any(${ids}::uuid[]) and clicked.status = 'clicked'
      and delivered.app_id = clicked.app_id and delivered.notification_id = clicked.notification_id
      and delivered.status = 'delivered' and delivered.state = 'pending'`.execute(trx);
}
