import type { Transaction } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';
import type { NotificationStatus } from '../outcome.ts';
import { countUsage } from './usage.ts';

export interface StatusEvent {
  readonly notificationId: string;
  readonly sessionAddress: string;
  readonly test: boolean;
  readonly status: NotificationStatus;
}

export interface Recording {
  readonly appId: string;
  readonly at: Date;
  readonly newId: () => string;
  /** Of the request that the statuses come of. */
  readonly traceparent: string | null;
}

/**
 * Records statuses of one app's notifications, each once, and writes the webhook delivery of each into the outbox:
 * in one transaction, so that neither is ever without the other.
 *
 * `clicked` waits until the delivery of `delivered` is settled; the deliveries of a paused webhook wait for its return.
 */
export async function recordStatuses(
  trx: Transaction<NotificationsDatabase>,
  events: readonly StatusEvent[],
  { appId, at, newId, traceparent }: Recording,
): Promise<void> {
  if (events.length === 0) return;
  const recorded = await trx
    .insertInto('notifications.outcomes')
    .values(
      events.map(({ notificationId, status }) => ({
        app_id: appId,
        notification_id: notificationId,
        status,
        recorded_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['notification_id', 'status'])
    .execute();
  const fresh = events.filter((event) =>
    recorded.some((row) => row.notification_id === event.notificationId && row.status === event.status),
  );
  if (fresh.length === 0) return;

  // Shared with other outcomes, exclusive with pausing, resuming and removing the webhook.
  const webhook = await trx
    .selectFrom('notifications.webhooks')
    .select('paused_at')
    .where('app_id', '=', appId)
    .forShare()
    .executeTakeFirst();
  if (webhook) {
    for (const event of fresh) {
      const waits =
        webhook.paused_at !== null || (event.status === 'clicked' && (await deliveredIsPending(trx, appId, event)));
      await trx
        .insertInto('notifications.deliveries')
        .values({
          app_id: appId,
          id: newId(),
          notification_id: event.notificationId,
          status: event.status,
          session_address: event.sessionAddress,
          test: event.test,
          state: 'pending',
          created_at: at,
          due_at: waits ? null : at,
          leased_by: null,
          attempts: 0,
          logged: 0,
          traceparent,
        })
        .execute();
    }
  }
  const counted = fresh.filter(({ test }) => !test).map(({ status }) => status);
  await countUsage(trx, counted, { appId, at, newId });
}

/** Locks the delivery of `delivered`: whoever settles it afterwards finds the one that waits. */
async function deliveredIsPending(
  trx: Transaction<NotificationsDatabase>,
  appId: string,
  { notificationId }: StatusEvent,
): Promise<boolean> {
  const delivered = await trx
    .selectFrom('notifications.deliveries')
    .select('state')
    .where('app_id', '=', appId)
    .where('notification_id', '=', notificationId)
    .where('status', '=', 'delivered')
    .forUpdate()
    .executeTakeFirst();
  return delivered?.state === 'pending';
}
