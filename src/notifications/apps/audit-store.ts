import { type Kysely, sql } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';
import type { NotificationsStoreDependencies } from '../sends/status-store.ts';
import { notificationId, bodyHash, systemApp } from '../sends/notification.ts';
import { queueNotification } from '../sends/send-store.ts';

/** Actions of developers that are audited. */
type NotificationsAuditEventName =
  | 'app_created'
  | 'app_changed'
  | 'app_deleted'
  | 'app_restored'
  | 'member_set'
  | 'member_removed'
  | 'api_key_issued'
  | 'api_key_adopted'
  | 'api_key_revoked'
  | 'webhook_registered'
  | 'webhook_changed'
  | 'webhook_removed'
  | 'webhook_resumed'
  | 'webhook_key_rotated'
  | 'webhook_key_announced'
  | 'webhook_key_activated'
  | 'webhook_secret_created'
  | 'webhook_secret_deleted';

export interface NotificationsAuditEvent {
  readonly event: NotificationsAuditEventName;
  readonly appId: string;
  /** Developer, application and IP address of the request. */
  readonly actorSub: string;
  readonly clientAddress: string;
  readonly ip: string;
  readonly requestId: string;
  /** Further facts; never a secret. */
  readonly details?: Readonly<Record<string, string>>;
}

/** Append-only: the database refuses updates, and deletions of rows younger than a year. */
export function createNotificationsAuditStore(
  db: Kysely<NotificationsDatabase>,
  { now, newId }: Pick<NotificationsStoreDependencies, 'now' | 'newId'>,
) {
  return {
    /** Records what a member did, and tells the other ones. Called in the transaction of the action. */
    async record({
      event,
      appId,
      actorSub,
      clientAddress,
      ip,
      requestId,
      details,
    }: NotificationsAuditEvent): Promise<void> {
      const at = now();
      await db
        .insertInto('notifications.audit_events')
        .values({
          app_id: appId,
          id: newId(),
          at,
          event,
          request_id: requestId,
          actor_sub: actorSub,
          client_address: clientAddress,
          ip,
          details: JSON.stringify(details ?? {}),
        })
        .execute();
      await tellMembers(db, { appId, actorSub, at, newId });
    },
  };
}

interface ChangeOfApp {
  readonly appId: string;
  /** The member who made it. */
  readonly actorSub: string;
  readonly at: Date;
  readonly newId: () => string;
}

/** Queues a push of the platform to the other members of an app, as far as they allow it. */
async function tellMembers(
  trx: Kysely<NotificationsDatabase>,
  { appId, actorSub, at, newId }: ChangeOfApp,
): Promise<void> {
  const { rows } = await sql<{ sub: string; appName: string }>`
    with app as (select name, owner_sub from notifications.apps where id = ${appId}),
    member as (
      select owner_sub as sub from app where owner_sub is not null
      union all select sub from notifications.app_members where app_id = ${appId}
    )
    select member.sub, app.name as "appName" from app cross join member
    join notifications.consents as consent
      on consent.app_id = ${systemApp.id} and consent.session_address = member.sub and consent.status = 'granted'
    where member.sub <> ${actorSub}`.execute(trx);
  for (const { sub, appName } of rows) {
    const body = `Another member changed “${appName}”. See its activity in the developer portal.`;
    const push = {
      appId: systemApp.id,
      notificationId: notificationId(newId(), 'real', systemApp.id),
      sessionAddress: sub,
      body,
    };
    await queueNotification(trx, { ...push, bodyHash: bodyHash(body) }, { at, newId, traceparent: null });
  }
}

interface AppEvent {
  readonly id: string;
  readonly at: Date;
  readonly event: string;
  readonly actorSub: string;
  readonly details: Readonly<Record<string, string>>;
  /** Whether another member did it and the reader has not seen it. */
  readonly isNew: boolean;
}

/** An app and the member who reads its activity. */
interface ActivityReader {
  readonly appId: string;
  readonly sub: string;
}

interface ActivityAfter extends ActivityReader {
  readonly after: string | undefined;
  readonly limit: number;
}

/** Largest number of new events that is counted. */
const mostCounted = 100;

/** What members did to an app, as its members see it: the audit without addresses, and how far each member has read. */
export function createAppActivityStore(db: Kysely<NotificationsDatabase>) {
  /** Ids are in order of time. Who has seen nothing yet begins with the day on which they joined. */
  const isNew = ({ appId, sub }: ActivityReader) => sql<boolean>`
    (actor_sub <> ${sub} and coalesce(
      id > (select event_id from notifications.activity_seen where app_id = ${appId} and sub = ${sub}),
      at > coalesce(
        (select added_at from notifications.app_members where app_id = ${appId} and sub = ${sub}),
        (select created_at from notifications.apps where id = ${appId}))))`;

  return {
    /** Lists the newest events first. */
    async list({ after, limit, ...reader }: ActivityAfter): Promise<AppEvent[]> {
      return db
        .selectFrom('notifications.audit_events')
        .select(['id', 'at', 'event', 'actor_sub as actorSub', 'details'])
        .select(isNew(reader).as('isNew'))
        .where('app_id', '=', reader.appId)
        .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
    },

    /** Counts the new events, up to 100. */
    async countNew(reader: ActivityReader): Promise<number> {
      const { count } = await db
        .selectFrom((from) =>
          from
            .selectFrom('notifications.audit_events')
            .select('id')
            .where('app_id', '=', reader.appId)
            .where(isNew(reader))
            .orderBy('id', 'desc')
            .limit(mostCounted)
            .as('unseen'),
        )
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Records that a member has seen the events up to `eventId`. @returns false when the app has no such event */
    async markSeen({ appId, sub }: ActivityReader, eventId: string): Promise<boolean> {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('notifications.activity_seen')
        .columns(['app_id', 'sub', 'event_id'])
        .expression((from) =>
          from
            .selectFrom('notifications.audit_events')
            .select(['app_id', sql<string>`${sub}::text`.as('sub'), 'id'])
            .where('app_id', '=', appId)
            .where('id', '=', eventId),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['app_id', 'sub'])
            .doUpdateSet({ event_id: sql<string>`greatest(activity_seen.event_id, excluded.event_id)` }),
        )
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },
  };
}
