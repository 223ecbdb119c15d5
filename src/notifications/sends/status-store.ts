import { type Kysely, sql, type Transaction } from 'kysely';
import { type NotificationOutcome, type NotificationStatus, systemApp } from './notification.ts';
import type { NotificationsDatabase } from '../database.ts';
import { dueNow } from '../../runtime/webhooks/delivery-store.ts';
import { countUsage } from '../apps/usage-store.ts';

/** What the stores of the area need besides the database. */
export interface NotificationsStoreDependencies {
  readonly now: () => Date;
  readonly newId: () => string;
  /** Returns the W3C trace context of the current request, for the workers that continue it. */
  readonly traceparent: () => string | null;
  /** Counts recorded statuses of real notifications. */
  readonly countStatus?: (status: NotificationStatus) => void;
  /** Time of the database, by which due times and leases of pushes are compared; read from the database by default. */
  readonly databaseTime?: (() => Promise<Date>) | undefined;
}

type OutcomeContext = Omit<RecordingContext, 'appId'>;

export interface NotificationKey {
  readonly appId: string;
  readonly notificationId: string;
}

/** Column values of a settled notification. Body and start param are deleted with the outcome. */
const settledColumns = (outcome: NotificationOutcome) => ({
  state: 'settled' as const,
  outcome,
  due_at: null,
  leased_by: null,
  body: null,
  start_param: null,
});

/** Records the only outcome of a real notification. @returns false when it already has one */
export async function recordOutcome(
  trx: Kysely<NotificationsDatabase>,
  { appId, notificationId }: NotificationKey,
  outcome: NotificationOutcome,
  context: OutcomeContext,
): Promise<boolean> {
  const settled = await trx
    .with('settled', (query) =>
      query
        .updateTable('notifications.notifications')
        .set(settledColumns(outcome))
        .where('app_id', '=', appId)
        .where('id', '=', notificationId)
        .where('state', '!=', 'settled')
        .returning('session_address'),
    )
    .with('recorded', (query) =>
      query
        .insertInto('notifications.outcomes')
        .columns(['app_id', 'notification_id', 'status', 'recorded_at'])
        .expression((eb) =>
          eb
            .selectFrom('settled')
            .select([
              sql<string>`${appId}::uuid`.as('app_id'),
              sql<string>`${notificationId}::text`.as('notification_id'),
              sql<string>`${outcome}::text`.as('status'),
              sql<Date>`${context.at}::timestamptz`.as('recorded_at'),
            ]),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('status'),
    )
    .selectFrom('settled')
    .select([
      'session_address as sessionAddress',
      (eb) => eb.exists(eb.selectFrom('recorded').select('status')).as('fresh'),
    ])
    .executeTakeFirst();
  if (!settled) return false;
  const event = { notificationId, sessionAddress: settled.sessionAddress, test: false, status: outcome };
  if (settled.fresh) await announceStatuses(trx, [event], { appId, ...context });
  return true;
}

/** Drops the waiting notifications of a person who denied consent. */
export async function dropWaitingNotifications(
  trx: Transaction<NotificationsDatabase>,
  { appId, sessionAddress }: { readonly appId: string; readonly sessionAddress: string },
  context: OutcomeContext,
): Promise<void> {
  const outcome = 'dropped_permission_revoked';
  const dropped = await trx
    .updateTable('notifications.notifications')
    .set(settledColumns(outcome))
    .where('app_id', '=', appId)
    .where('session_address', '=', sessionAddress)
    .where('test', '=', false)
    .where('state', '!=', 'settled')
    .returning('id')
    .execute();
  const events = dropped.map(
    ({ id }) => ({ notificationId: id, sessionAddress, test: false, status: outcome }) as const,
  );
  await recordStatuses(trx, events, { appId, ...context });
}

interface StatusEvent {
  readonly notificationId: string;
  readonly sessionAddress: string;
  readonly test: boolean;
  readonly status: NotificationStatus;
}

interface RecordingContext {
  readonly appId: string;
  readonly at: Date;
  readonly newId: () => string;
  /** W3C trace context of the request that caused the statuses. */
  readonly traceparent: string | null;
  readonly countStatus?: ((status: NotificationStatus) => void) | undefined;
}

/**
 * Records statuses of one app's notifications, each at most once, and adds one webhook delivery per status to the outbox
 * in the same transaction.
 *
 * `clicked` waits until the delivery of `delivered` is settled. Deliveries of a paused webhook wait until it is resumed.
 */
export async function recordStatuses(
  trx: Transaction<NotificationsDatabase>,
  events: readonly StatusEvent[],
  { appId, at, newId, traceparent, countStatus }: RecordingContext,
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
  if (fresh.length > 0) await announceStatuses(trx, fresh, { appId, at, newId, traceparent, countStatus });
}

/** Adds deliveries of new statuses, and counts them. The platform's own app has no webhook and no usage. */
async function announceStatuses(
  trx: Kysely<NotificationsDatabase>,
  fresh: readonly StatusEvent[],
  { appId, at, newId, traceparent, countStatus }: RecordingContext,
): Promise<void> {
  // Shared lock: excludes pausing, resuming and deleting the webhook, but not other outcomes.
  const webhook =
    appId === systemApp.id
      ? undefined
      : await trx
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
          due_at: waits ? null : dueNow(at),
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
  if (countStatus) counted.forEach(countStatus);
}

/** Locks the delivery of `delivered`, so that the worker that settles it afterwards sees the waiting `clicked`. */
async function deliveredIsPending(
  trx: Kysely<NotificationsDatabase>,
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
