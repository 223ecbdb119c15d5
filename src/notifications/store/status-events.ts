import { type Kysely, sql } from 'kysely';
import type { PageRequest } from '../../runtime/page.ts';
import type { ApiKeyEnvironment } from '../api-key-grants.ts';
import type { NotificationsDatabase } from '../database.ts';

/** A recorded status of a notification. */
export interface ListedStatusEvent {
  /** Position in the list at equal times. */
  readonly id: string;
  readonly notificationId: string;
  readonly status: string;
  readonly sessionAddress: string;
  readonly test: boolean;
  readonly recordedAt: Date;
}

export interface StatusEventsAfter extends PageRequest {
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
