import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { appsOfRecipient } from '../apps/route-store.ts';
import { canBeOf, systemApp, type NotificationOutcome } from '../sends/notification.ts';
import { createBatchWriter } from '../../runtime/database/batch-writer.ts';
import { isUnleased } from '../../runtime/jobs/lease.ts';
import { readDatabaseTime } from '../../runtime/database/database-clock.ts';
import type { NotificationsDatabase } from '../database.ts';
import {
  type NotificationKey,
  type NotificationsStoreDependencies,
  recordOutcome,
  recordStatuses,
} from '../sends/status-store.ts';
import { type DueApp, findDueApps, type AppCapacity, claimByApp } from '../sends/due-app-store.ts';

/** Content of a push. */
export interface Push {
  readonly notificationId: string;
  readonly appId: string;
  /** Name of the app. */
  readonly title: string;
  readonly body: string;
  readonly startParam: string | null;
  readonly sentAt: Date;
}

export type Handovers = Readonly<Record<string, number>>;

/** A notification that this worker has leased, with the current consent of its recipient. */
export interface ClaimedPush extends Push {
  readonly sessionAddress: string;
  readonly state: 'queued' | 'offered';
  /** Number of claims, including this one. */
  readonly tries: number;
  /** W3C trace context of the request that sent it. */
  readonly traceparent: string | null;
  /** Whether consent is granted and the app is not deleted. */
  readonly allowed: boolean;
  /** Devices that need no further handover: when the time for their receipt ends, Unix milliseconds, by device id. */
  readonly handovers: Handovers;
}

interface PushClaim {
  readonly worker: string;
  readonly now: Date;
  readonly leaseEndsAt: Date;
  /** Maximum number of pushes in total. */
  readonly limit: number;
  /** Maximum number of pushes of each app, in order of service. */
  readonly capacities: readonly AppCapacity[];
}

export interface Receipt {
  readonly sessionAddress: string;
  readonly notificationId: string;
  readonly status: 'delivered' | 'clicked';
}

type PushRecipient = Pick<ClaimedPush, 'appId' | 'sessionAddress'>;

interface RecordedReceipt {
  readonly appId: string;
  /** Undefined when the receipt is recorded. */
  readonly conflict: NotificationOutcome | undefined;
}

/** Pushes whose recipients a process remembers. */
const mostRemembered = 10_000;

export type PushStore = ReturnType<typeof createPushStore>;

export function createPushStore(
  db: Kysely<NotificationsDatabase>,
  { now, newId, traceparent, countStatus, databaseTime = () => readDatabaseTime(db) }: NotificationsStoreDependencies,
) {
  /** Of pushes that this process handed over, which a receipt need not look up. */
  const recipients = new LRUCache<string, PushRecipient>({ max: mostRemembered });
  return {
    /** Time of the database, by which due times and leases are compared. */
    time: databaseTime,

    async dueApps(at: Date): Promise<readonly DueApp[]> {
      return findDueApps(db, { table: 'notifications' }, at);
    },

    claim: ({ limit, capacities, ...lease }: PushClaim): Promise<ClaimedPush[]> =>
      claimByApp(capacities, limit, (app) => claimPushes(db, app, lease)),

    /** @returns false when the notification already has an outcome */
    async recordOutcome(key: NotificationKey, outcome: NotificationOutcome): Promise<boolean> {
      const record = (within: Kysely<NotificationsDatabase>) =>
        recordOutcome(within, key, outcome, { at: now(), newId, traceparent: traceparent(), countStatus });
      // That of the platform's own push is one statement.
      return key.appId === systemApp.id ? record(db) : db.transaction().execute(record);
    },

    /** Lets open pages read the push while the worker keeps its lease for the other devices. @returns false without a lease */
    async markOffered({ appId, notificationId }: NotificationKey, worker: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('notifications.notifications')
        .set({ state: 'offered' })
        .where('app_id', '=', appId)
        .where('id', '=', notificationId)
        .where('leased_by', '=', worker)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /**
     * Ends the lease. The push waits for a receipt and is checked again at `dueAt`.
     *
     * @returns false without a lease, which a receipt or the end of the consent takes
     */
    async scheduleNextCheck(
      { appId, notificationId, sessionAddress }: NotificationKey & PushRecipient,
      worker: string,
      { dueAt, handovers }: { readonly dueAt: Date; readonly handovers: Handovers },
    ): Promise<boolean> {
      recipients.set(notificationId, { appId, sessionAddress });
      const { numUpdatedRows } = await db
        .updateTable('notifications.notifications')
        .set({ state: 'offered', due_at: dueAt, leased_by: null, handovers: JSON.stringify(handovers) })
        .where('app_id', '=', appId)
        .where('id', '=', notificationId)
        .where('leased_by', '=', worker)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Whether a person has pushes for open pages. Concurrent calls share one statement. */
    hasOffered: createBatchWriter(async (sessionAddresses: readonly string[]) => {
      const waiting = await db
        .selectFrom('notifications.notifications')
        .select('session_address as sessionAddress')
        .distinct()
        .where('session_address', 'in', sessionAddresses)
        .where('state', '=', 'offered')
        .execute();
      const found = new Set(waiting.map(({ sessionAddress }) => sessionAddress));
      return sessionAddresses.map((sessionAddress) => found.has(sessionAddress));
    }),

    /** Lists the pushes for a person's open pages, oldest first. */
    async listOffered(sessionAddress: string, limit: number): Promise<Push[]> {
      const appIds = await appsOfRecipient(db, sessionAddress);
      if (appIds.length === 0) return [];
      const rows = await db
        // `offset 0` keeps the limit out of the subquery, so that PostgreSQL reads the index of offered pushes. With the limit
        // it expects to find enough early, and reads all of a person's notifications in their order when few are offered.
        .selectFrom((from) =>
          from
            .selectFrom('notifications.notifications')
            .select(['id', 'app_id', 'body', 'start_param', 'accepted_at'])
            .where(sql<boolean>`app_id = any(${appIds}::uuid[])`)
            .where('session_address', '=', sessionAddress)
            .where('state', '=', 'offered')
            .offset(0)
            .as('notification'),
        )
        .innerJoin('notifications.apps as app', 'app.id', 'notification.app_id')
        .where(sql<boolean>`app.id = any(${appIds}::uuid[])`)
        .select([
          'notification.id as notificationId',
          'notification.app_id as appId',
          'app.name as title',
          'notification.body',
          'notification.start_param as startParam',
          'notification.accepted_at as sentAt',
        ])
        .orderBy('notification.accepted_at')
        .orderBy('notification.id')
        .limit(limit)
        .execute();
      return rows.flatMap(({ body, ...push }) => (body === null ? [] : { ...push, body }));
    },

    /**
     * Records that a push was shown or tapped. A repeated receipt changes nothing.
     *
     * @returns the app that sent it, with the conflicting outcome if there is one; undefined when no such push was sent to the
     *   person
     */
    async recordReceipt({ sessionAddress, notificationId, status }: Receipt): Promise<RecordedReceipt | undefined> {
      const remembered = recipients.get(notificationId);
      const appId =
        remembered?.sessionAddress === sessionAddress
          ? remembered.appId
          : await senderOf(db, { sessionAddress, notificationId });
      if (appId === undefined) return undefined;
      const key = { appId, notificationId };
      const context = { at: now(), newId, traceparent: traceparent(), countStatus };
      const recorded = { appId, conflict: undefined };
      // One statement; the transaction finds out which outcome is there already.
      if (appId === systemApp.id && status === 'delivered' && (await recordOutcome(db, key, 'delivered', context)))
        return recorded;
      return db.transaction().execute(async (trx) => {
        // A distributed engine locks rows of one node only.
        const notification = await trx
          .selectFrom('notifications.notifications')
          .select('outcome')
          .where('app_id', '=', appId)
          .where('id', '=', notificationId)
          .forUpdate()
          .executeTakeFirst();
        if (!notification) return undefined;
        const { outcome } = notification;
        if (outcome !== null && outcome !== 'delivered') return { appId, conflict: outcome as NotificationOutcome };
        if (outcome === null) await recordOutcome(trx, key, 'delivered', context);
        if (status === 'clicked') {
          const event = { notificationId, sessionAddress, test: false, status };
          await recordStatuses(trx, [event], { appId, ...context });
        }
        return recorded;
      });
    },
  };
}

/** Returns the app that sent a real notification to a person. */
async function senderOf(
  db: Kysely<NotificationsDatabase>,
  { sessionAddress, notificationId }: Pick<Receipt, 'sessionAddress' | 'notificationId'>,
): Promise<string | undefined> {
  const findIn = async (appIds: readonly string[]): Promise<string | undefined> => {
    if (appIds.length === 0) return undefined;
    const row = await db
      .selectFrom('notifications.notifications')
      .select('app_id as appId')
      .where('app_id', 'in', appIds)
      .where('id', '=', notificationId)
      .where('session_address', '=', sessionAddress)
      .where('test', '=', false)
      .executeTakeFirst();
    return row?.appId;
  };
  const canBe = (appId: string) => canBeOf(notificationId, appId);
  const byPlatform = [systemApp.id].filter(canBe);
  return (await findIn(byPlatform)) ?? findIn((await appsOfRecipient(db, sessionAddress)).filter(canBe));
}

/** Leases the due pushes of one app, up to its capacity. */
async function claimPushes(
  db: Kysely<NotificationsDatabase>,
  { appId, capacity }: AppCapacity,
  { worker, now: at, leaseEndsAt }: Pick<PushClaim, 'worker' | 'now' | 'leaseEndsAt'>,
): Promise<readonly ClaimedPush[]> {
  const { rows } = await sql<ClaimedPush>`
    with due as (
      select id from notifications.notifications
      where app_id = ${appId} and due_at <= ${at} and ${isUnleased(at)}
      order by due_at limit ${capacity} for update skip locked
    ),
    claimed as (
      update notifications.notifications as notification
      set leased_by = ${worker}, leased_until = ${leaseEndsAt}, tries = tries + 1
      from due where notification.app_id = ${appId} and notification.id = due.id
      returning notification.*
    )
    select claimed.id as "notificationId", claimed.app_id as "appId", app.name as title, claimed.body,
      claimed.start_param as "startParam", claimed.accepted_at as "sentAt",
      claimed.session_address as "sessionAddress", claimed.state, claimed.tries, claimed.traceparent,
      claimed.handovers,
      coalesce(consent.status = 'granted', false) and app.deleted_at is null as allowed
    from claimed
    join notifications.apps as app on app.id = ${appId}
    left join notifications.consents as consent
      on consent.app_id = ${appId} and consent.session_address = claimed.session_address`.execute(db);
  return rows;
}
