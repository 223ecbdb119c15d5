import type { Kysely } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';

/** What a developer did that somebody may have to account for. */
export type SecurityEvent =
  | 'app_created'
  | 'api_key_issued'
  | 'api_key_revoked'
  | 'webhook_registered'
  | 'webhook_changed'
  | 'webhook_removed'
  | 'webhook_resumed'
  | 'webhook_key_rotated';

export interface AuditEvent {
  readonly event: SecurityEvent;
  readonly appId: string;
  /** Who did it, through which application and from where. */
  readonly actorSub: string;
  readonly clientAddress: string;
  readonly ip: string;
  readonly requestId: string;
  /** Facts for people; never a secret. */
  readonly details?: Readonly<Record<string, string>>;
}

export interface AuditTools {
  readonly now: () => Date;
  readonly newId: () => string;
}

export type AuditStore = ReturnType<typeof createAuditStore>;

/** Appended to only: the database refuses changes, and lets rows go a year after they were written (migration 0002). */
export function createAuditStore(db: Kysely<NotificationsDatabase>, { now, newId }: AuditTools) {
  return {
    async record({ event, appId, actorSub, clientAddress, ip, requestId, details }: AuditEvent): Promise<void> {
      await db
        .insertInto('notifications.audit_events')
        .values({
          app_id: appId,
          id: newId(),
          at: now(),
          event,
          request_id: requestId,
          actor_sub: actorSub,
          client_address: clientAddress,
          ip,
          details: JSON.stringify(details ?? {}),
        })
        .execute();
    },
  };
}
