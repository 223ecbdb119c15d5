import { type Kysely, sql } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';
import { type DueApp, findDueApps, type AppCapacity, capacityTable } from './due-apps.ts';

/** A delivery that this worker has leased. */
export interface ClaimedDelivery {
  readonly appId: string;
  readonly id: string;
  readonly notificationId: string;
  readonly status: string;
  readonly sessionAddress: string;
  readonly test: boolean;
  /** Number of this attempt since the event or the last redelivery, from 1. */
  readonly attempt: number;
  /** When the previous lease began, if it expired without a result. Null otherwise. */
  readonly abandonedAt: Date | null;
  /** Current URL and key of the webhook. */
  readonly url: string;
  readonly sealedPrivateKey: string;
  /** Whether the endpoint has failed since its last success. */
  readonly failing: boolean;
  /** W3C trace context of the request that caused the event. */
  readonly traceparent: string | null;
}

export interface DeliveryClaim {
  readonly worker: string;
  readonly now: Date;
  readonly leaseEndsAt: Date;
  /** Maximum number of deliveries in total. */
  readonly limit: number;
  /** Maximum number of deliveries of each app, in order of service. */
  readonly capacities: readonly AppCapacity[];
}

export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>;

export function createDeliveryQueue(db: Kysely<NotificationsDatabase>) {
  return {
    async dueApps(now: Date): Promise<readonly DueApp[]> {
      const failing = sql<boolean>`exists (
        select from notifications.webhooks where app_id = app.id and failing_since is not null)`;
      return findDueApps(db, { table: 'deliveries', failing }, now);
    },

    /**
     * Leases due deliveries, of each app up to its capacity, so that a thousand deliveries to a slow endpoint delay no
     * other app. Skips rows that another worker locks.
     */
    async claim(claim: DeliveryClaim): Promise<ClaimedDelivery[]> {
      const { rows } = await sql<ClaimedDelivery>`
        with due as (
          select delivery.*
          from (
            select webhook.app_id, candidate.capacity from ${capacityTable(claim.capacities)}
            join notifications.webhooks as webhook on webhook.app_id = candidate.app_id and webhook.paused_at is null
            order by candidate.position) as app,
          lateral (
            select app_id, id, leased_by, leased_at from notifications.deliveries
            where app_id = app.app_id and due_at <= ${claim.now}
            order by due_at limit app.capacity for update skip locked) as delivery
          limit ${claim.limit}
        )
        update notifications.deliveries as delivery set
          leased_by = ${claim.worker}, leased_at = ${claim.now}, due_at = ${claim.leaseEndsAt},
          attempts = delivery.attempts + case when due.leased_by is null then 1 else 0 end
        from due join notifications.webhooks as webhook on webhook.app_id = due.app_id
        where delivery.app_id = due.app_id and delivery.id = due.id
        returning delivery.app_id as "appId", delivery.id, delivery.notification_id as "notificationId",
          delivery.status, delivery.session_address as "sessionAddress", delivery.test,
          delivery.attempts as attempt, case when due.leased_by is null then null else due.leased_at end as "abandonedAt",
          webhook.url, webhook.sealed_private_key as "sealedPrivateKey",
          webhook.failing_since is not null as failing, delivery.traceparent`.execute(db);
      return rows;
    },

    /** Makes leased deliveries due again that were not attempted. Attempts of an expired lease stay counted. */
    async release(releases: readonly DeliveryRelease[], now: Date): Promise<void> {
      await sql`
        update notifications.deliveries as delivery
        set leased_by = null, leased_at = null, due_at = ${now},
          attempts = attempts - case when released.abandoned then 0 else 1 end
        from jsonb_to_recordset(${JSON.stringify(releases)}::jsonb)
          as released ("appId" uuid, id uuid, worker uuid, abandoned boolean)
        where delivery.app_id = released."appId" and delivery.id = released.id and delivery.leased_by = released.worker`.execute(
        db,
      );
    },
  };
}

export interface DeliveryRelease {
  readonly appId: string;
  readonly id: string;
  /** Id of the claim. */
  readonly worker: string;
  /** The previous lease expired, so this claim started no attempt. */
  readonly abandoned: boolean;
}
