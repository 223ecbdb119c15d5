import { type Kysely, sql } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';
import { notificationId } from '../notification-id.ts';
import { bodyHash } from '../send-payload.ts';
import { systemApp } from '../system-app.ts';
import { queueNotification } from './queue-notification.ts';

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
    const push = { appId: systemApp.id, notificationId: notificationId(newId(), 'real'), sessionAddress: sub, body };
    await queueNotification(trx, { ...push, bodyHash: bodyHash(body) }, { at, newId, traceparent: null });
  }
}
