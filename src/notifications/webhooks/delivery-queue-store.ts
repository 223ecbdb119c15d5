import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isUnleased } from '../../runtime/jobs/lease.ts';
import { readDatabaseTime } from '../../runtime/database/database-clock.ts';
import {
  type DueEndpoint,
  type LeasedWebhook,
  type WebhookClaim,
  type WebhookRelease,
} from '../../runtime/webhooks/delivery-store.ts';
import type { NotificationsDatabase } from '../database.ts';
import type { ApiKeyEnvironment } from '../api-keys/api-key.ts';
import { type AppCapacity, claimByApp, findDueApps } from '../sends/due-app-store.ts';

/** A status webhook that this worker has leased; its endpoint is the app's. */
export interface ClaimedDelivery extends LeasedWebhook {
  readonly notificationId: string;
  readonly status: string;
  readonly sessionAddress: string;
  readonly test: boolean;
  /** Current key of the webhook. */
  readonly sealedPrivateKey: string;
  /** Shared secrets that sign too, the current one first. */
  readonly sealedSecrets: readonly string[];
}

/** Conditions of the partial indexes that the queues read. */
const scheduledDeliveries = {
  live: sql<boolean>`due_at is not null and not test`,
  test: sql<boolean>`due_at is not null and test`,
};

/** @param environment whose events it claims: test sends have an index and a worker of their own */
export function createDeliveryQueue(db: Kysely<NotificationsDatabase>, environment: ApiKeyEnvironment) {
  const scheduled = scheduledDeliveries[environment];
  return {
    time: () => readDatabaseTime(db),

    async dueEndpoints(now: Date): Promise<readonly DueEndpoint[]> {
      const failing = async (appIds: readonly string[]) => {
        const rows = await db
          .selectFrom('notifications.webhooks')
          .select('app_id as appId')
          .where('app_id', 'in', appIds)
          .where('failing_since', 'is not', null)
          .execute();
        return rows.map(({ appId }) => appId);
      };
      const due = await findDueApps(db, { table: 'deliveries', scheduled, failing }, now);
      return due.map((app) => ({ endpointId: app.appId, failing: app.failing }));
    },

    /**
     * Leases due deliveries, of each app up to its capacity, so that a thousand deliveries to a slow endpoint delay no
     * other app. Skips rows that another worker locks.
     */
    claim: ({ limit, capacities, ...lease }: WebhookClaim): Promise<ClaimedDelivery[]> =>
      claimByApp(
        capacities.map(({ endpointId, capacity }) => ({ appId: endpointId, capacity })),
        limit,
        (app) => claimDeliveries(db, app, { ...lease, scheduled }),
      ),

    /** Makes leased deliveries due again that were not attempted. Attempts of an expired lease stay counted. */
    async release(releases: readonly WebhookRelease[]): Promise<void> {
      await sql`
        update notifications.deliveries as delivery
        set leased_by = null, leased_at = null,
          attempts = attempts - case when released.abandoned then 0 else 1 end
        from jsonb_to_recordset(${JSON.stringify(releases)}::jsonb)
          as released ("endpointId" uuid, id uuid, worker uuid, abandoned boolean)
        where delivery.app_id = released."endpointId" and delivery.id = released.id and delivery.leased_by = released.worker`.execute(
        db,
      );
    },
  };
}

/** Leases the due deliveries of one app, up to its capacity. */
async function claimDeliveries(
  db: Kysely<NotificationsDatabase>,
  { appId, capacity }: AppCapacity,
  lease: Pick<WebhookClaim, 'worker' | 'now' | 'leaseEndsAt'> & { readonly scheduled: RawBuilder<boolean> },
): Promise<readonly ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with app as (
      select url, failing_since is not null as failing,
        case when next_key_activates_at <= ${lease.now} then sealed_next_private_key else sealed_private_key end as sealed_key,
        array_remove(array[sealed_secret,
          case when previous_secret_ends_at > ${lease.now} then sealed_previous_secret end], null) as sealed_secrets
      from notifications.webhooks where app_id = ${appId} and paused_at is null
    ),
    due as (
      select id, leased_by, leased_at from notifications.deliveries
      where app_id = ${appId} and due_at <= ${lease.now} and ${lease.scheduled} and ${isUnleased(lease.now)}
        and exists (select from app)
      order by due_at limit ${capacity} for update skip locked
    )
    update notifications.deliveries as delivery set
      leased_by = ${lease.worker}, leased_at = ${lease.now}, leased_until = ${lease.leaseEndsAt},
      attempts = delivery.attempts + case when due.leased_by is null then 1 else 0 end
    from due, app
    where delivery.app_id = ${appId} and delivery.id = due.id
    returning delivery.app_id as "endpointId", delivery.id, delivery.notification_id as "notificationId",
      delivery.status, delivery.session_address as "sessionAddress", delivery.test,
      delivery.attempts as attempt, case when due.leased_by is null then null else due.leased_at end as "abandonedAt",
      app.url, app.sealed_key as "sealedPrivateKey", app.sealed_secrets as "sealedSecrets", app.failing,
      delivery.traceparent`.execute(db);
  return rows;
}

/** Returns the age of the oldest due row that no worker has claimed, seconds; 0 when no row is due. */
type SecondsOverdue = () => Promise<number>;

/**
 * Queries for the metrics that show stuck workers.
 *
 * @param time returns the time of the database, which due times follow
 */
export function createQueueLag(
  db: Kysely<NotificationsDatabase>,
  time: () => Promise<Date> = () => readDatabaseTime(db),
): {
  readonly deliveries: SecondsOverdue;
  readonly pushes: SecondsOverdue;
} {
  const secondsOverdue = (oldestDue: (now: Date) => RawBuilder<{ readonly dueAt: Date }>) => async () => {
    const now = await time();
    const { rows } = await oldestDue(now).execute(db);
    const [oldest] = rows;
    return oldest === undefined ? 0 : (now.getTime() - oldest.dueAt.getTime()) / 1000;
  };
  return {
    // Test sends have a worker of their own. Deliveries to a failing or paused endpoint wait for the endpoint.
    deliveries: secondsOverdue(
      (now) => sql`
        select delivery.due_at as "dueAt" from notifications.deliveries as delivery
        join notifications.webhooks as webhook on webhook.app_id = delivery.app_id
          and webhook.failing_since is null and webhook.paused_at is null
        where delivery.due_at <= ${now} and delivery.due_at is not null and not delivery.test and ${isUnleased(now)}
        order by delivery.due_at limit 1`,
    ),
    pushes: secondsOverdue(
      (now) => sql`
        select due_at as "dueAt" from notifications.notifications
        where due_at <= ${now} and due_at is not null and ${isUnleased(now)} order by due_at limit 1`,
    ),
  };
}
