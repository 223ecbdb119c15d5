import type { Kysely, Transaction } from 'kysely';
import type { DeliveryState, NotificationsDatabase } from '../database.ts';
import { recordStatuses } from './record-statuses.ts';

export interface Attempt {
  readonly deliveryId: string;
  readonly startedAt: Date;
  readonly status: number | null;
  readonly latencyMs: number;
  readonly answer: string | null;
  readonly error: string | null;
}

/** A delivery as the portal shows it. */
export interface Delivery {
  readonly id: string;
  readonly notificationId: string;
  readonly sessionAddress: string;
  readonly status: string;
  readonly state: DeliveryState;
  readonly test: boolean;
  readonly createdAt: Date;
  /** Null when settled and while it waits for something else than time. */
  readonly dueAt: Date | null;
  /** Oldest first, the latest of them. */
  readonly attempts: readonly Attempt[];
}

export interface DeliveriesAfter {
  readonly appId: string;
  readonly state: DeliveryState | undefined;
  readonly notificationId: string | undefined;
  readonly after: string | undefined;
  readonly limit: number;
}

export interface DeliveryKey {
  readonly appId: string;
  readonly deliveryId: string;
}

export interface PortalTest {
  readonly appId: string;
  readonly notificationId: string;
  readonly sessionAddress: string;
}

export type Redelivery = 'pending_again' | 'not_found' | 'delivery_pending' | 'webhook_paused' | 'no_webhook';

/** The attempts that the portal shows of one delivery. */
const shownAttempts = 16;

const columns = [
  'id',
  'notification_id as notificationId',
  'session_address as sessionAddress',
  'status',
  'state',
  'test',
  'created_at as createdAt',
  'due_at as dueAt',
] as const;

export interface DeliveryTools {
  readonly now: () => Date;
  readonly newId: () => string;
  readonly traceparent: () => string | null;
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

export function createDeliveryStore(db: Kysely<NotificationsDatabase>, { now, newId, traceparent }: DeliveryTools) {
  const find = async ({ appId, deliveryId }: DeliveryKey): Promise<Delivery | undefined> => {
    const row = await db
      .selectFrom('notifications.deliveries')
      .select(columns)
      .where('app_id', '=', appId)
      .where('id', '=', deliveryId)
      .executeTakeFirst();
    if (!row) return undefined;
    return { ...row, attempts: (await attemptsOf(db, appId, [deliveryId])).get(deliveryId) ?? [] };
  };

  return {
    find,

    /** Newest first. */
    async list({ appId, state, notificationId, after, limit }: DeliveriesAfter): Promise<Delivery[]> {
      const rows = await db
        .selectFrom('notifications.deliveries')
        .select(columns)
        .where('app_id', '=', appId)
        .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'pending'))
        .$if(notificationId !== undefined, (query) => query.where('notification_id', '=', notificationId ?? ''))
        .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      const ids = rows.map(({ id }) => id);
      const attempts = await attemptsOf(db, appId, ids);
      return rows.map((row) => ({ ...row, attempts: attempts.get(row.id) ?? [] }));
    },

    /** Queues a test event. @returns the delivery; or why there is none. */
    async test({
      appId,
      notificationId,
      sessionAddress,
    }: PortalTest): Promise<Delivery | 'no_webhook' | 'webhook_paused'> {
      const deliveryId = await db.transaction().execute(async (trx) => {
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
      if ('state' in deliveryId) return deliveryId.state;
      const delivery = await find({ appId, deliveryId: deliveryId.id });
      if (!delivery) throw new Error(`Delivery ${deliveryId.id} is gone at once.`);
      return delivery;
    },

    /** Makes a settled delivery pending again, with all its attempts before it. */
    async redeliver({ appId, deliveryId }: DeliveryKey): Promise<Redelivery> {
      return db.transaction().execute(async (trx) => {
        // The webhook before the delivery: the order in which everybody locks them.
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
        await trx
          .updateTable('notifications.deliveries')
          .set({ state: 'pending', due_at: now(), attempts: 0 })
          .where('app_id', '=', appId)
          .where('id', '=', deliveryId)
          .execute();
        return 'pending_again';
      });
    },
  };
}

async function webhookState(
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

async function attemptsOf(
  db: Kysely<NotificationsDatabase>,
  appId: string,
  ids: readonly string[],
): Promise<Map<string, Attempt[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('notifications.delivery_attempts as attempt')
    .innerJoin('notifications.deliveries as delivery', (join) =>
      join.onRef('delivery.app_id', '=', 'attempt.app_id').onRef('delivery.id', '=', 'attempt.delivery_id'),
    )
    .select([
      'attempt.delivery_id as deliveryId',
      'attempt.started_at as startedAt',
      'attempt.status',
      'attempt.latency_ms as latencyMs',
      'attempt.answer',
      'attempt.error',
    ])
    .where('attempt.app_id', '=', appId)
    .where('attempt.delivery_id', 'in', ids)
    .where((eb) => eb('attempt.number', '>', eb('delivery.logged', '-', shownAttempts)))
    .orderBy('attempt.number')
    .execute();
  return Map.groupBy(rows, ({ deliveryId }) => deliveryId);
}
