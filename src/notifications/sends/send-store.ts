import type { Kysely, Transaction } from 'kysely';
import { dueNow } from '../../runtime/webhooks/delivery-store.ts';
import type { NotificationsDatabase } from '../database.ts';
import { countUsage } from '../apps/usage-store.ts';
import { type NotificationsStoreDependencies, recordStatuses } from './status-store.ts';
import { decideSend, remainingSends, windowMs } from './send-limits.ts';
import { refuse, type SendTestScenario } from './test-scenario.ts';
import { inWriteTransaction, isRefusal, type Refusal } from '../../runtime/database/queries.ts';

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

interface QueueContext {
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

/** A valid send request. */
export interface Send {
  readonly appId: string;
  readonly notificationId: string;
  readonly sessionAddress: string;
  readonly body: string;
  readonly startParam: string | undefined;
  /** SHA-256 of the text, base64url. */
  readonly bodyHash: string;
  readonly idempotency: { readonly key: string; readonly payloadHash: string } | undefined;
  readonly scenario: SendTestScenario | undefined;
}

interface AcceptedSend {
  readonly notificationId: string;
  /** What is left of the pair's quota, as a value of RateLimit; undefined for what spends none: a replay, a test. */
  readonly remaining?: string;
}

/** Lifetime of an Idempotency-Key, milliseconds. */
export const idempotencyMs = 24 * 60 * 60 * 1000;

type Trx = Transaction<NotificationsDatabase>;

export function createSendStore(db: Kysely<NotificationsDatabase>, dependencies: NotificationsStoreDependencies) {
  return {
    /**
     * Accepts a send after checking idempotency, test scenario, consent, duplicate and rate, in this order and in one
     * transaction: a refusal writes nothing, and locks serialize sends that could conflict.
     *
     * @returns the accepted notification, or the one that the Idempotency-Key replays
     */
    accept: (send: Send) =>
      inWriteTransaction<NotificationsDatabase, AcceptedSend>(db, async (trx) => {
        const replayed = await claimIdempotencyKey(trx, send, dependencies.now);
        if (isRefusal(replayed)) return replayed;
        if (replayed !== undefined) return { notificationId: replayed };
        if (send.scenario) return acceptTest(trx, send, send.scenario, dependencies);
        return acceptReal(trx, send, dependencies);
      }),
  };
}

/**
 * Claims the Idempotency-Key for this send. A concurrent request with the same key waits for this transaction.
 *
 * @returns the id of the notification that the key already belongs to; undefined when it is new
 */
async function claimIdempotencyKey(trx: Trx, send: Send, now: () => Date): Promise<string | Refusal | undefined> {
  const { appId, notificationId, idempotency } = send;
  if (!idempotency) return undefined;
  const at = now();
  const claim = {
    payload_hash: idempotency.payloadHash,
    notification_id: notificationId,
    expires_at: new Date(at.getTime() + idempotencyMs),
  };
  const claimed = await trx
    .insertInto('notifications.idempotency_keys')
    .values({ app_id: appId, key: idempotency.key, ...claim })
    .onConflict((conflict) =>
      conflict
        .columns(['app_id', 'key'])
        .doUpdateSet(claim)
        .where('notifications.idempotency_keys.expires_at', '<=', at),
    )
    .returning('key')
    .executeTakeFirst();
  if (claimed) return undefined;
  // The key expired and was deleted between the two statements.
  return (await earlierSend(trx, { appId, idempotency })) ?? claimIdempotencyKey(trx, send, now);
}

/** @returns the id of the notification that an Idempotency-Key belongs to; undefined for an unknown key */
export async function earlierSend(
  db: Kysely<NotificationsDatabase>,
  { appId, idempotency }: Pick<Send, 'appId'> & { readonly idempotency: NonNullable<Send['idempotency']> },
): Promise<string | Refusal | undefined> {
  const earlier = await db
    .selectFrom('notifications.idempotency_keys')
    .select(['payload_hash', 'notification_id'])
    .where('app_id', '=', appId)
    .where('key', '=', idempotency.key)
    .executeTakeFirst();
  return earlier && earlier.payload_hash !== idempotency.payloadHash
    ? refuse('idempotencyConflict')
    : earlier?.notification_id;
}

async function acceptTest(
  trx: Trx,
  send: Send,
  scenario: SendTestScenario,
  dependencies: NotificationsStoreDependencies,
): Promise<AcceptedSend | Refusal> {
  if ('refusal' in scenario) return scenario.refusal;
  const { appId, notificationId, sessionAddress } = send;
  const at = dependencies.now();
  const traceparent = dependencies.traceparent();
  const [outcome] = scenario.statuses;
  await trx
    .insertInto('notifications.notifications')
    .values({
      app_id: appId,
      id: notificationId,
      session_address: sessionAddress,
      test: true,
      body_hash: send.bodyHash,
      body: null,
      start_param: null,
      accepted_at: at,
      state: 'settled',
      outcome: outcome ?? null,
      leased_by: null,
      tries: 0,
      traceparent,
    })
    .execute();
  const events = scenario.statuses.map((status) => ({ notificationId, sessionAddress, test: true, status }));
  await recordStatuses(trx, events, { appId, at, newId: dependencies.newId, traceparent });
  return { notificationId };
}

async function acceptReal(
  trx: Trx,
  send: Send,
  dependencies: NotificationsStoreDependencies,
): Promise<AcceptedSend | Refusal> {
  const { appId, notificationId, sessionAddress, bodyHash } = send;
  // The consent row is also the lock that serializes sends of one app to one person.
  const consent = await trx
    .selectFrom('notifications.consents')
    .select('status')
    .where('app_id', '=', appId)
    .where('session_address', '=', sessionAddress)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!consent) return refuse('consentMissing');
  if (consent.status === 'denied') return refuse('consentDenied');

  const at = dependencies.now();
  const past = await pastSends(trx, send, at);
  const decision = decideSend(past, bodyHash, at);
  if (!decision.allowed) {
    return decision.reason === 'duplicate'
      ? refuse('duplicateBody')
      : refuse('sendRateExceeded', decision.retryAfterSeconds, decision.exhausted);
  }
  await queueNotification(trx, send, { at, newId: dependencies.newId, traceparent: dependencies.traceparent() });
  return { notificationId, remaining: remainingSends([...past, { acceptedAt: at, bodyHash }], at) };
}

/** Sends of one app to one person that count for the limits. */
const pastSends = (trx: Trx, { appId, sessionAddress }: Send, at: Date) =>
  trx
    .selectFrom('notifications.notifications')
    .select(['accepted_at as acceptedAt', 'body_hash as bodyHash'])
    .where('app_id', '=', appId)
    .where('session_address', '=', sessionAddress)
    .where('test', '=', false)
    .where('accepted_at', '>', new Date(at.getTime() - windowMs))
    .execute();
