import type { Kysely } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';
import type { NotificationsStoreDependencies } from './dependencies.ts';
import { tellMembers } from './tell-members.ts';

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

/** Append-only: the database refuses updates, and deletions of rows younger than a year (migration 0002). */
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
