import type { Kysely } from 'kysely';
import { dueNow } from '../../runtime/webhook-delivery/due-now.ts';
import type { NotificationsDatabase } from '../database.ts';
import { countUsage } from './usage.ts';

/** A push that was accepted and waits for its handover. */
export interface QueuedNotification {
  readonly appId: string;
  readonly notificationId: string;
  readonly sessionAddress: string;
  readonly body: string;
  readonly startParam?: string | undefined;
  /** SHA-256 of the text, base64url. */
  readonly bodyHash: string;
}

export interface QueueContext {
  readonly at: Date;
  readonly newId: () => string;
  /** W3C trace context of the request. */
  readonly traceparent: string | null;
}

/** Queues a push for the devices of its recipient. Called in the transaction that accepts it. */
export async function queueNotification(
  trx: Kysely<NotificationsDatabase>,
  { appId, notificationId, sessionAddress, body, startParam, bodyHash }: QueuedNotification,
  { at, newId, traceparent }: QueueContext,
): Promise<void> {
  await trx
    .insertInto('notifications.notifications')
    .values({
      app_id: appId,
      id: notificationId,
      session_address: sessionAddress,
      test: false,
      body_hash: bodyHash,
      body,
      start_param: startParam ?? null,
      accepted_at: at,
      state: 'queued',
      outcome: null,
      due_at: dueNow(at),
      leased_by: null,
      tries: 0,
      traceparent,
    })
    .execute();
  await countUsage(trx, ['queued'], { appId, at, newId });
}
