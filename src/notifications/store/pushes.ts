import { type Kysely, sql } from 'kysely';
import { createBatchWriter } from '../../runtime/batch-writer.ts';
import type { NotificationsDatabase } from '../database.ts';
import type { Outcome } from '../outcome.ts';
import { type DueApp, findDueApps, type Room, roomTable } from './due-apps.ts';
import { recordStatuses } from './record-statuses.ts';
import { settle, type NotificationKey } from './settle.ts';

/** What a device is shown. */
export interface Push {
  readonly notificationId: string;
  readonly appId: string;
  /** The app's name, always. */
  readonly title: string;
  readonly body: string;
  readonly startParam: string | null;
  readonly sentAt: Date;
}

/** A notification that this worker holds until its lease ends, and what is known of its person right now. */
export interface ClaimedPush extends Push {
  readonly sessionAddress: string;
  readonly state: 'queued' | 'offered';
  /** How often it was looked at, this time included. */
  readonly tries: number;
  /** Of the request that sent it. */
  readonly traceparent: string | null;
  readonly allowed: boolean;
  /** The person is inside the app. */
  readonly insideApp: boolean;
}

export interface PushClaim {
  readonly worker: string;
  readonly now: Date;
  readonly leaseEndsAt: Date;
  /** Most pushes in all. */
  readonly limit: number;
  /** Most pushes of each app. Those who come first are served first. */
  readonly room: readonly Room[];
}

export interface Receipt {
  readonly sessionAddress: string;
  readonly notificationId: string;
  readonly status: 'delivered' | 'clicked';
}

export interface PushTools {
  readonly now: () => Date;
  readonly newId: () => string;
  readonly traceparent: () => string | null;
}

export type PushStore = ReturnType<typeof createPushStore>;

export function createPushStore(db: Kysely<NotificationsDatabase>, { now, newId, traceparent }: PushTools) {
  return {
    async dueApps(): Promise<readonly DueApp[]> {
      return findDueApps(db, { table: 'notifications', failing: sql<boolean>`false` }, now());
    },

    async claim({ worker, now: at, leaseEndsAt, limit, room }: PushClaim): Promise<ClaimedPush[]> {
      const { rows } = await sql<ClaimedPush>`
        with due as (
          select push.* from (select * from ${roomTable(room)} order by place) as turn,
          lateral (
            select app_id, id from notifications.notifications
            where app_id = turn.app_id and due_at <= ${at}
            order by due_at limit turn.room for update skip locked) as push
          limit ${limit}
        ),
        claimed as (
          update notifications.notifications as notification
          set leased_by = ${worker}, due_at = ${leaseEndsAt}, tries = tries + 1
          from due where notification.app_id = due.app_id and notification.id = due.id
          returning notification.*
        )
        select claimed.id as "notificationId", claimed.app_id as "appId", app.name as title, claimed.body,
          claimed.start_param as "startParam", claimed.accepted_at as "sentAt",
          claimed.session_address as "sessionAddress", claimed.state, claimed.tries, claimed.traceparent,
          coalesce(consent.status = 'granted', false) as allowed,
          presence.app_id is not null as "insideApp"
        from claimed
        join notifications.apps as app on app.id = claimed.app_id
        left join notifications.consents as consent
          on consent.app_id = claimed.app_id and consent.session_address = claimed.session_address
        left join notifications.presence as presence
          on presence.session_address = claimed.session_address and presence.app_id = claimed.app_id
          and presence.expires_at > ${at}`.execute(db);
      return rows;
    },

    /** @returns false when it has an outcome already. */
    async settle(key: NotificationKey, outcome: Outcome): Promise<boolean> {
      return db
        .transaction()
        .execute((trx) => settle(trx, key, outcome, { at: now(), newId, traceparent: traceparent() }));
    },

    /** Open pages may read it from now on; the worker goes on with the other devices. */
    async show({ appId, notificationId }: NotificationKey, worker: string): Promise<void> {
      await db
        .updateTable('notifications.notifications')
        .set({ state: 'offered' })
        .where('app_id', '=', appId)
        .where('id', '=', notificationId)
        .where('leased_by', '=', worker)
        .execute();
    },

    /** The devices have it: what comes next is a receipt, or another look at `dueAt`. */
    async offer({ appId, notificationId }: NotificationKey, worker: string, dueAt: Date): Promise<void> {
      await db
        .updateTable('notifications.notifications')
        .set({ state: 'offered', due_at: dueAt, leased_by: null })
        .where('app_id', '=', appId)
        .where('id', '=', notificationId)
        .where('leased_by', '=', worker)
        .execute();
    },

    /** Whether an open page of a person has something to be shown; those that ask in one turn share a statement. */
    isWaiting: createBatchWriter(async (sessionAddresses: readonly string[]) => {
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

    /** What a person's open page has to be shown, oldest first. */
    async waitingFor(sessionAddress: string, limit: number): Promise<Push[]> {
      const rows = await db
        .selectFrom('notifications.notifications as notification')
        .innerJoin('notifications.apps as app', 'app.id', 'notification.app_id')
        .select([
          'notification.id as notificationId',
          'notification.app_id as appId',
          'app.name as title',
          'notification.body',
          'notification.start_param as startParam',
          'notification.accepted_at as sentAt',
        ])
        .where('notification.session_address', '=', sessionAddress)
        .where('notification.state', '=', 'offered')
        .orderBy('notification.accepted_at')
        .orderBy('notification.id')
        .limit(limit)
        .execute();
      return rows.flatMap(({ body, ...push }) => (body === null ? [] : { ...push, body }));
    },

    /**
     * Records that a push arrived or was tapped. A repeated receipt changes nothing.
     *
     * @returns the outcome that stands against it; undefined when no such push was sent to the person.
     */
    async receive({ sessionAddress, notificationId, status }: Receipt): Promise<Outcome | 'recorded' | undefined> {
      return db.transaction().execute(async (trx) => {
        const notification = await trx
          .selectFrom('notifications.notifications')
          .select(['app_id as appId', 'outcome'])
          .where('session_address', '=', sessionAddress)
          .where('id', '=', notificationId)
          .where('test', '=', false)
          .forUpdate()
          .executeTakeFirst();
        if (!notification) return undefined;
        const { appId, outcome } = notification;
        if (outcome !== null && outcome !== 'delivered') return outcome as Outcome;
        const recording = { at: now(), newId, traceparent: traceparent() };
        if (outcome === null) await settle(trx, { appId, notificationId }, 'delivered', recording);
        if (status === 'clicked') {
          const event = { notificationId, sessionAddress, test: false, status };
          await recordStatuses(trx, [event], { appId, ...recording });
        }
        return 'recorded';
      });
    },
  };
}
