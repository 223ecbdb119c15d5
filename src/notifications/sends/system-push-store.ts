import { type Kysely, sql } from 'kysely';
import { dueNow } from '../../runtime/webhooks/delivery-store.ts';
import { isRefusal, type Refusal } from '../../runtime/database/queries.ts';
import type { NotificationsDatabase } from '../database.ts';
import { earlierSend, idempotencyMs, type QueuedNotification, type Send } from './send-store.ts';
import type { NotificationsStoreDependencies } from './status-store.ts';
import { refuse } from './test-scenario.ts';
import type { PushLease } from '../push/push-dispatcher.ts';
import type { ClaimedPush } from '../push/push-store.ts';

type SystemPush = QueuedNotification & Pick<Send, 'idempotency'>;

interface AcceptedSystemPush {
  readonly notificationId: string;
  /** What was stored with a lease. */
  readonly claimed?: ClaimedPush;
}

/** Accepts what the platform itself tells a person: without a rate, and without a rule about repeated texts. */
export function createSystemPushStore(
  db: Kysely<NotificationsDatabase>,
  { now, traceparent }: Pick<NotificationsStoreDependencies, 'now' | 'traceparent'>,
) {
  /** @param lease of a process that hands the push over at once */
  const accept = async (push: SystemPush, lease?: PushLease): Promise<AcceptedSystemPush | Refusal> => {
    const { appId, notificationId, sessionAddress, body, startParam = null, idempotency } = push;
    const at = now();
    const trace = traceparent();
    const expiresAt = new Date(at.getTime() + idempotencyMs);
    // One statement: with those of sends that have limits, a push costs a third of what its approval costs.
    const { rows } = await sql<{ readonly status: string; readonly queued: boolean; readonly title: string }>`
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
          (app_id, id, session_address, test, body_hash, body, start_param, accepted_at, state, due_at, leased_by, leased_until,
            tries, traceparent)
        select ${appId}::uuid, ${notificationId}::text, ${sessionAddress}::text, false, ${push.bodyHash}::text,
          ${body}::text, ${startParam}::text, ${at}::timestamptz, 'queued', ${dueNow(at)}, ${lease?.worker ?? null}::uuid,
          ${lease?.endsAt ?? null}::timestamptz, ${lease ? 1 : 0}::integer, ${trace}::text
        from consent where status = 'granted' and (${idempotency === undefined} or exists (select from claimed))
        returning id
      )
      select status, exists (select from queued) as queued,
        (select name from notifications.apps where id = ${appId}) as title
      from consent`.execute(db);
    const [row] = rows;
    if (!row) return refuse('consentMissing');
    if (row.status === 'denied') return refuse('consentDenied');
    if (row.queued && lease) {
      const content = { notificationId, appId, title: row.title, body, startParam, sentAt: at };
      const delivery = {
        sessionAddress,
        state: 'queued',
        tries: 1,
        traceparent: trace,
        allowed: true,
        handovers: {},
      } as const;
      return { notificationId, claimed: { ...content, ...delivery } };
    }
    if (row.queued || !idempotency) return { notificationId };
    const earlier = await earlierSend(db, { appId, idempotency });
    // The key expired and was deleted between the two statements.
    if (earlier === undefined) return accept(push, lease);
    return isRefusal(earlier) ? earlier : { notificationId: earlier };
  };
  return { accept };
}
