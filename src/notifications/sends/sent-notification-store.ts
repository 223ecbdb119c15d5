import { type Kysely, sql } from 'kysely';
import type { PageRequest } from '../../runtime/http/page.ts';
import type { NotificationsDatabase } from '../database.ts';
import type { ApiKeyEnvironment } from '../api-keys/api-key.ts';

interface RecordedStatus {
  readonly status: string;
  readonly at: Date;
}

/** An accepted send with its recorded statuses, oldest first. */
export interface SentNotification {
  readonly id: string;
  readonly sessionAddress: string;
  readonly test: boolean;
  readonly sentAt: Date;
  readonly statuses: readonly RecordedStatus[];
}

interface SentNotificationsAfter extends PageRequest {
  readonly appId: string;
  /** Whether to list test sends, or real ones. */
  readonly test: boolean;
  readonly since: Date | undefined;
  /** A status that was reached, or `queued` for no outcome. */
  readonly status: string | undefined;
}

const columns = ['id', 'session_address as sessionAddress', 'test', 'accepted_at as sentAt'] as const;

export function createSentNotificationStore(db: Kysely<NotificationsDatabase>) {
  const statusesOf = async (appId: string, ids: readonly string[]): Promise<Map<string, RecordedStatus[]>> => {
    if (ids.length === 0) return new Map();
    const rows = await db
      .selectFrom('notifications.outcomes')
      .select(['notification_id as id', 'status', 'recorded_at as at'])
      .where('app_id', '=', appId)
      .where('notification_id', 'in', ids)
      .orderBy('recorded_at')
      // Statuses of one time: delivered precedes clicked.
      .orderBy('status', 'desc')
      .execute();
    return Map.groupBy(rows, ({ id }) => id);
  };

  return {
    async find(appId: string, id: string): Promise<SentNotification | undefined> {
      const row = await db
        .selectFrom('notifications.notifications')
        .select(columns)
        .where('app_id', '=', appId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && { ...row, statuses: (await statusesOf(appId, [id])).get(id) ?? [] };
    },

    /** Lists the sends of an app, oldest first. */
    async list({ appId, test, since, status, after, limit }: SentNotificationsAfter): Promise<SentNotification[]> {
      const rows = await db
        .selectFrom('notifications.notifications as notification')
        .select(columns)
        .where('app_id', '=', appId)
        .where(test ? sql<boolean>`test` : sql<boolean>`not test`)
        .$if(since !== undefined, (query) => query.where('accepted_at', '>=', since ?? new Date(0)))
        .$if(status === 'queued', (query) => query.where('outcome', 'is', null))
        .$if(status !== undefined && status !== 'queued', (query) =>
          query.where((eb) =>
            eb.exists(
              eb
                .selectFrom('notifications.outcomes as reached')
                .select('reached.status')
                .whereRef('reached.app_id', '=', 'notification.app_id')
                .whereRef('reached.notification_id', '=', 'notification.id')
                .where('reached.status', '=', status ?? ''),
            ),
          ),
        )
        .$if(after !== undefined, (query) =>
          query.where((eb) =>
            eb(eb.refTuple('accepted_at', 'id'), '>', eb.tuple(after?.at ?? new Date(0), after?.id ?? '')),
          ),
        )
        .orderBy('accepted_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      const statuses = await statusesOf(
        appId,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => ({ ...row, statuses: statuses.get(row.id) ?? [] }));
    },
  };
}

/** A recorded status of a notification. */
interface ListedStatusEvent {
  /** Position in the list at equal times. */
  readonly id: string;
  readonly notificationId: string;
  readonly status: string;
  readonly sessionAddress: string;
  readonly test: boolean;
  readonly recordedAt: Date;
}

interface StatusEventsAfter extends PageRequest {
  readonly appId: string;
  /** `test`: test sends only. */
  readonly environment: ApiKeyEnvironment;
  readonly since: Date;
}

export function createStatusEventStore(db: Kysely<NotificationsDatabase>) {
  return {
    /** Lists events in the order in which they were recorded. */
    async list({ appId, environment, since, after, limit }: StatusEventsAfter): Promise<ListedStatusEvent[]> {
      const { rows } = await sql<ListedStatusEvent>`
        select outcome.notification_id || ' ' || outcome.status as id, outcome.notification_id as "notificationId",
          outcome.status, notification.session_address as "sessionAddress", notification.test,
          outcome.recorded_at as "recordedAt"
        from notifications.outcomes as outcome
        join notifications.notifications as notification
          on notification.app_id = outcome.app_id and notification.id = outcome.notification_id
        where outcome.app_id = ${appId} and outcome.recorded_at >= ${after?.at ?? since}
          ${after === undefined ? sql`` : sql`and (outcome.recorded_at, outcome.notification_id || ' ' || outcome.status) > (${after.at}, ${after.id})`}
          ${environment === 'test' ? sql`and notification.test` : sql``}
        order by outcome.recorded_at, outcome.notification_id || ' ' || outcome.status
        limit ${limit}`.execute(db);
      return rows;
    },
  };
}
