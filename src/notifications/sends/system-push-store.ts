import { type Kysely, sql } from 'kysely';
import { dueNow } from '../../runtime/webhooks/delivery-store.ts';
import { isRefusal, type Refusal } from '../../runtime/database/refusal.ts';
import type { NotificationsDatabase } from '../database.ts';
import { earlierSend, idempotencyMs, type QueuedNotification, type Send } from './send-store.ts';
import type { NotificationsStoreDependencies } from './status-store.ts';
import { refuse } from './test-scenario.ts';

export type SystemPush = QueuedNotification & Pick<Send, 'idempotency'>;

/** Accepts what the platform itself tells a person: without a rate, and without a rule about repeated texts. */
export function createSystemPushStore(
  db: Kysely<NotificationsDatabase>,
  { now, traceparent }: Pick<NotificationsStoreDependencies, 'now' | 'traceparent'>,
) {
  const accept = async (push: SystemPush): Promise<{ readonly notificationId: string } | Refusal> => {
    const { appId, notificationId, sessionAddress, idempotency } = push;
    const at = now();
    const expiresAt = new Date(at.getTime() + idempotencyMs);
    // One statement: with those of sends that have limits, a push costs a third of what its approval costs.
    const { rows } = await sql<{ readonly status: string; readonly queued: boolean }>`
      with consent as (
        -- The lock serializes pushes with the end of the consent.
        select status from notifications.consents where app_id = ${appId} and session_address = ${sessionAddress}
        for no key update
      ), claimed as (
        insert into notifications.idempotency_keys as known (app_id, key, payload_hash, notification_id, expires_at)
        select ${appId}::uuid, ${idempotency?.key ?? null}::text, ${idempotency?.payloadHash ?? null}::text,
          ${notificationId}::text, ${expiresAt}::timestamptz
        from consent where status = 'granted' and ${idempotency !== undefined}
        on conflict (app_id, key) do update
          set payload_hash = excluded.payload_hash, notification_id = excluded.notification_id, expires_at = excluded.expires_at
          where known.expires_at <= ${at}
        returning key
      ), queued as (
        insert into notifications.notifications
          (app_id, id, session_address, test, body_hash, body, start_param, accepted_at, state, due_at, tries, traceparent)
        select ${appId}::uuid, ${notificationId}::text, ${sessionAddress}::text, false, ${push.bodyHash}::text,
          ${push.body}::text, ${push.startParam ?? null}::text, ${at}::timestamptz, 'queued', ${dueNow(at)}, 0,
          ${traceparent()}::text
        from consent where status = 'granted' and (${idempotency === undefined} or exists (select from claimed))
        returning id
      )
      select status, exists (select from queued) as queued from consent`.execute(db);
    const [row] = rows;
    if (!row) return refuse('consentMissing');
    if (row.status === 'denied') return refuse('consentDenied');
    if (row.queued || !idempotency) return { notificationId };
    const earlier = await earlierSend(db, { appId, idempotency });
    // The key expired and was deleted between the two statements.
    if (earlier === undefined) return accept(push);
    return isRefusal(earlier) ? earlier : { notificationId: earlier };
  };
  return { accept };
}
