import { type Kysely, sql } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';

export interface AppEvent {
  readonly id: string;
  readonly at: Date;
  readonly event: string;
  readonly actorSub: string;
  readonly details: Readonly<Record<string, string>>;
  /** Whether another member did it and the reader has not seen it. */
  readonly isNew: boolean;
}

/** An app and the member who reads its activity. */
export interface ActivityReader {
  readonly appId: string;
  readonly sub: string;
}

export interface ActivityAfter extends ActivityReader {
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
