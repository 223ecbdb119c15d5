import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { notAfterDatabase } from '../../runtime/database/database-clock.ts';
import type { DeliveryState, DropReason, NotificationsDatabase } from '../database.ts';
import { type NotificationsStoreDependencies, recordStatuses } from '../sends/status-store.ts';

interface DeliveryAttempt {
  readonly deliveryId: string;
  readonly startedAt: Date;
  readonly status: number | null;
  readonly latencyMs: number;
  readonly answer: string | null;
  readonly error: string | null;
  /** Request of the attempt; null when none was made. */
  readonly url: string | null;
  readonly headers: Readonly<Record<string, string>> | null;
}

/** A webhook delivery with its attempts. */
export interface Delivery {
  readonly id: string;
  readonly notificationId: string;
  readonly sessionAddress: string;
  readonly status: string;
  readonly state: DeliveryState;
  readonly test: boolean;
  readonly createdAt: Date;
  /** Null when settled, and while the webhook is paused or a preceding event is pending. */
  readonly dueAt: Date | null;
  readonly droppedReason: DropReason | null;
  /** The latest 16, oldest first. */
  readonly attempts: readonly DeliveryAttempt[];
}

/** Range of HTTP statuses, inclusive; null for attempts without a response. */
export type ResponseFilter = { readonly from: number; readonly to: number } | null;

interface DeliveriesAfter {
  readonly appId: string;
  readonly state: DeliveryState | undefined;
  readonly notificationId: string | undefined;
  readonly status?: string | undefined;
  readonly test?: boolean | undefined;
  /** Of the latest attempt. */
  readonly response?: ResponseFilter | undefined;
  /** Creation, inclusive. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly after: string | undefined;
  readonly limit: number;
}

interface DeliveryKey {
  readonly appId: string;
  readonly deliveryId: string;
}

interface TestEvent {
  readonly appId: string;
  readonly notificationId: string;
  readonly sessionAddress: string;
}

type RedeliveryResult = 'requeued' | 'not_found' | 'delivery_pending' | 'webhook_paused' | 'no_webhook';

/** Number of attempts that are returned with a delivery. */
const maxShownAttempts = 16;

/** Attempts of a delivery as JSON: read in the statement of the delivery, so that no attempt is between the two. */
type AttemptJson = Omit<DeliveryAttempt, 'startedAt'> & { readonly startedAt: string };

/** The app is named twice: distributed engines do not follow the reference of a nested query to it. */
const columnsOf = (appId: string) =>
  [
    'id',
    'notification_id as notificationId',
    'session_address as sessionAddress',
    'status',
    'state',
    'test',
    'created_at as createdAt',
    sql<Date | null>`case when leased_by is null then due_at else leased_until end`.as('dueAt'),
    'dropped_reason as droppedReason',
    sql<AttemptJson[]>`coalesce((
    select json_agg(json_build_object(
      'deliveryId', attempt.delivery_id, 'startedAt', attempt.started_at, 'status', attempt.status,
      'latencyMs', attempt.latency_ms, 'answer', attempt.answer, 'error', attempt.error, 'url', attempt.url,
      'headers', attempt.headers) order by attempt.number)
    from notifications.delivery_attempts as attempt
    where attempt.app_id = ${appId} and attempt.delivery_id = deliveries.id
      and attempt.number > deliveries.logged - ${maxShownAttempts}::integer), '[]')`.as('attempts'),
  ] as const;

const withDates = <Row extends { readonly attempts: readonly AttemptJson[] }>({ attempts, ...row }: Row) => ({
  ...row,
  attempts: attempts.map(({ startedAt, ...attempt }) => ({ ...attempt, startedAt: new Date(startedAt) })),
});

export function createDeliveryStore(
  db: Kysely<NotificationsDatabase>,
  { now, newId, traceparent }: NotificationsStoreDependencies,
) {
  const find = async ({ appId, deliveryId }: DeliveryKey): Promise<Delivery | undefined> => {
    const row = await db
      .selectFrom('notifications.deliveries')
      .select(columnsOf(appId))
      .where('app_id', '=', appId)
      .where('id', '=', deliveryId)
      .executeTakeFirst();
    return row && withDates(row);
  };

  return {
    find,

    /** Lists deliveries, newest first. */
    async list({
      appId,
      state,
      notificationId,
      status,
      test,
      after,
      limit,
      ...filter
    }: DeliveriesAfter): Promise<Delivery[]> {
      const { response, from, to } = filter;
      const rows = await db
        .selectFrom('notifications.deliveries')
        .select(columnsOf(appId))
        .where('app_id', '=', appId)
        .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'pending'))
        .$if(notificationId !== undefined, (query) => query.where('notification_id', '=', notificationId ?? ''))
        .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
        .$if(test !== undefined, (query) => query.where('test', '=', test ?? false))
        .$if(from !== undefined, (query) => query.where('created_at', '>=', from ?? new Date(0)))
        .$if(to !== undefined, (query) => query.where('created_at', '<=', to ?? new Date(0)))
        .$if(response !== undefined, (query) => query.where(latestResponse(appId, response ?? null)))
        .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(withDates);
    },

    /** Queues a test event. @returns the delivery, or the reason why none was queued */
    async queueTestEvent({
      appId,
      notificationId,
      sessionAddress,
    }: TestEvent): Promise<Delivery | 'no_webhook' | 'webhook_paused'> {
      const queued = await db.transaction().execute(async (trx) => {
        const state = await webhookState(trx, appId);
        if (state !== 'active') return { state };
        const event = { notificationId, sessionAddress, test: true, status: 'delivered' } as const;
        await recordStatuses(trx, [event], { appId, at: now(), newId, traceparent: traceparent() });
        return trx
          .selectFrom('notifications.deliveries')
          .select('id')
          .where('app_id', '=', appId)
          .where('notification_id', '=', notificationId)
          .executeTakeFirstOrThrow();
      });
      if ('state' in queued) return queued.state;
      const delivery = await find({ appId, deliveryId: queued.id });
      if (!delivery) throw new Error(`Delivery ${queued.id} was deleted right after its creation.`);
      return delivery;
    },

    /** Makes a settled delivery pending again, with the full number of attempts. */
    async redeliver({ appId, deliveryId }: DeliveryKey): Promise<RedeliveryResult> {
      return db.transaction().execute(async (trx) => {
        // Lock order: webhook before delivery.
        const webhook = await webhookState(trx, appId);
        const delivery = await trx
          .selectFrom('notifications.deliveries')
          .select('state')
          .where('app_id', '=', appId)
          .where('id', '=', deliveryId)
          .forUpdate()
          .executeTakeFirst();
        if (!delivery) return 'not_found';
        if (webhook !== 'active') return webhook;
        if (delivery.state === 'pending') return 'delivery_pending';
        const dueAt = await notAfterDatabase(trx, now());
        await trx
          .updateTable('notifications.deliveries')
          .set({ state: 'pending', due_at: dueAt, attempts: 0, dropped_reason: null, dropped_at: null })
          .where('app_id', '=', appId)
          .where('id', '=', deliveryId)
          .execute();
        return 'requeued';
      });
    },
  };
}

/** Whether the latest attempt of a delivery got a response within a range. */
function latestResponse(appId: string, response: ResponseFilter): RawBuilder<boolean> {
  const status =
    response === null ? sql`status is null` : sql`status between ${response.from}::integer and ${response.to}::integer`;
  return sql<boolean>`exists (
    select from notifications.delivery_attempts as attempt
    where attempt.app_id = ${appId} and attempt.delivery_id = deliveries.id
      and attempt.number = deliveries.logged and attempt.${status})`;
}

/** Locks the webhook of an app against pausing, resuming and deletion. @returns its state */
export async function webhookState(
  trx: Transaction<NotificationsDatabase>,
  appId: string,
): Promise<'active' | 'no_webhook' | 'webhook_paused'> {
  const webhook = await trx
    .selectFrom('notifications.webhooks')
    .select('paused_at')
    .where('app_id', '=', appId)
    .forShare()
    .executeTakeFirst();
  if (!webhook) return 'no_webhook';
  return webhook.paused_at === null ? 'active' : 'webhook_paused';
}
