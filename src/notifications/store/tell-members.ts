import { type Kysely, sql } from 'kysely';
import { dueNow } from '../../runtime/webhook-delivery/due-now.ts';
import type { NotificationsDatabase } from '../database.ts';
import { notificationId } from '../notification-id.ts';
import { bodyHash } from '../send-payload.ts';
import { systemApp } from '../system-app.ts';

export interface ChangeOfApp {
  readonly appId: string;
  /** The member who made it. */
  readonly actorSub: string;
  readonly at: Date;
  readonly newId: () => string;
}

/** Queues a push of the platform to the other members of an app, as far as they allow it. */
export async function tellMembers(
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
    await trx
      .insertInto('notifications.notifications')
      .values({
        app_id: systemApp.id,
        id: notificationId(newId(), 'real'),
        session_address: sub,
        test: false,
        body_hash: bodyHash(body),
        body,
        start_param: null,
        accepted_at: at,
        state: 'queued',
        outcome: null,
        due_at: dueNow(at),
        leased_by: null,
        tries: 0,
        traceparent: null,
      })
      .execute();
  }
}
