import { type Kysely, sql } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';
import type { NotificationsStoreDependencies } from '../sends/status-store.ts';
import { notificationId } from '../sends/notification.ts';
import { bodyHash } from '../sends/send-payload.ts';
import { systemApp } from './system-app.ts';
import { queueNotification } from '../sends/send-store.ts';

/** Actions of developers that are audited. */
export type NotificationsAuditEventName =
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

export interface ChangeOfApp {
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
