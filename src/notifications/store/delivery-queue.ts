import { type Kysely, sql } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';
import { type DueApp, findDueApps, type Room, roomTable } from './due-apps.ts';

/** A delivery that this worker holds until its lease ends. */
export interface ClaimedDelivery {
  readonly appId: string;
  readonly id: string;
  readonly notificationId: string;
  readonly status: string;
  readonly sessionAddress: string;
  readonly test: boolean;
  /** The number of this attempt since the event or the last redelivery, from 1. */
  readonly attempt: number;
  /** When the worker before took it, if that one never reported back: its attempt is over. */
  readonly abandonedAt: Date | null;
  /** The webhook of this moment. */
  readonly url: string;
  readonly sealedPrivateKey: string;
  /** The endpoint has failed since its last success. */
  readonly failing: boolean;
  /** Of the request that the event came of. */
  readonly traceparent: string | null;
}

export interface Claim {
  readonly worker: string;
  readonly now: Date;
  readonly leaseEndsAt: Date;
  /** Most deliveries in all. */
  readonly limit: number;
  /** Most deliveries of each app. Those who come first are served first. */
  readonly room: readonly Room[];
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
     * Takes due deliveries of some apps. Each app gives no more than its share, so a thousand deliveries to a slow
     * endpoint delay nobody else's. What another worker is taking at this moment is left to it.
     */
    async claim(claim: Claim): Promise<ClaimedDelivery[]> {
      const { rows } = await sql<ClaimedDelivery>`
        with due as (
          select delivery.*
          from (
            select webhook.app_id, turn.room from ${roomTable(claim.room)}
            join notifications.webhooks as webhook on webhook.app_id = turn.app_id and webhook.paused_at is null
            order by turn.place) as app,
          lateral (
            select app_id, id, leased_by, leased_at from notifications.deliveries
            where app_id = app.app_id and due_at <= ${claim.now}
            order by due_at limit app.room for update skip locked) as delivery
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

    /** Gives back, due at once, what was taken and not tried. The lost attempt of a worker before stays counted. */
    async release(held: readonly HeldDelivery[], now: Date): Promise<void> {
      await sql`
        update notifications.deliveries as delivery
        set leased_by = null, leased_at = null, due_at = ${now},
          attempts = attempts - case when held.abandoned then 0 else 1 end
        from jsonb_to_recordset(${JSON.stringify(held)}::jsonb)
          as held ("appId" uuid, id uuid, worker uuid, abandoned boolean)
        where delivery.app_id = held."appId" and delivery.id = held.id and delivery.leased_by = held.worker`.execute(
        db,
      );
    },
  };
}

export interface HeldDelivery {
  readonly appId: string;
  readonly id: string;
  /** The name of the claim. */
  readonly worker: string;
  /** A worker before lost it, so the claim began no attempt. */
  readonly abandoned: boolean;
}
