import type { Kysely, Transaction } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';
import { consentDenied, consentMissing, duplicateBody, idempotencyConflict, sendRateExceeded } from '../errors.ts';
import { decideSend, windowMs } from '../send-window.ts';
import type { TestScenario } from '../test-scenario.ts';
import { recordStatuses } from './record-statuses.ts';
import { countUsage } from './usage.ts';

/** A send that its own request found no fault with. */
export interface Send {
  readonly appId: string;
  readonly notificationId: string;
  readonly sessionAddress: string;
  readonly body: string;
  readonly startParam: string | undefined;
  /** SHA-256 of the text, base64url. */
  readonly bodyHash: string;
  readonly idempotency: { readonly key: string; readonly payloadHash: string } | undefined;
  readonly scenario: TestScenario | undefined;
}

export interface SendTools {
  readonly now: () => Date;
  readonly newId: () => string;
  readonly traceparent: () => string | null;
}

/** For how long an Idempotency-Key replays, milliseconds. */
const idempotencyMs = 24 * 60 * 60 * 1000;

type Trx = Transaction<NotificationsDatabase>;

export type SendStore = ReturnType<typeof createSendStore>;

export function createSendStore(db: Kysely<NotificationsDatabase>, tools: SendTools) {
  return {
    /**
     * Idempotency, test scenario, consent, duplicate, rate, accept, in this order and in one transaction: a refusal
     * leaves no trace, and parallel sends wait for each other where they could collide.
     *
     * @returns the id of the accepted notification, or of the one that the Idempotency-Key made before.
     * @throws DomainError for a refusal
     */
    async accept(send: Send): Promise<string> {
      return db.transaction().execute(async (trx) => {
        const earlier = await claimKey(trx, send, tools.now);
        if (earlier !== undefined) return earlier;
        if (send.scenario) return acceptTest(trx, send, send.scenario, tools);
        return acceptReal(trx, send, tools);
      });
    },
  };
}

/**
 * Takes the Idempotency-Key for this send. A second request with the same key waits here for the first one's end.
 *
 * @returns the notification that the key stands for already.
 */
async function claimKey(trx: Trx, send: Send, now: () => Date): Promise<string | undefined> {
  const { appId, notificationId, idempotency } = send;
  if (!idempotency) return undefined;
  const at = now();
  const claim = {
    payload_hash: idempotency.payloadHash,
    notification_id: notificationId,
    expires_at: new Date(at.getTime() + idempotencyMs),
  };
  const taken = await trx
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
  if (taken) return undefined;
  const earlier = await trx
    .selectFrom('notifications.idempotency_keys')
    .select(['payload_hash', 'notification_id'])
    .where('app_id', '=', appId)
    .where('key', '=', idempotency.key)
    .executeTakeFirst();
  // Gone between the two statements only when it was pruned at this very moment.
  if (!earlier) return claimKey(trx, send, now);
  if (earlier.payload_hash !== idempotency.payloadHash) throw idempotencyConflict();
  return earlier.notification_id;
}

async function acceptTest(trx: Trx, send: Send, scenario: TestScenario, tools: SendTools): Promise<string> {
  if ('refusal' in scenario) throw scenario.refusal();
  const { appId, notificationId, sessionAddress } = send;
  const at = tools.now();
  const traceparent = tools.traceparent();
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
  await recordStatuses(trx, events, { appId, at, newId: tools.newId, traceparent });
  return notificationId;
}

async function acceptReal(trx: Trx, send: Send, tools: SendTools): Promise<string> {
  const { appId, notificationId, sessionAddress, bodyHash } = send;
  // The consent of a pair is also the lock that its sends queue for.
  const consent = await trx
    .selectFrom('notifications.consents')
    .select('status')
    .where('app_id', '=', appId)
    .where('session_address', '=', sessionAddress)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!consent) throw consentMissing();
  if (consent.status === 'denied') throw consentDenied();

  const at = tools.now();
  const past = await trx
    .selectFrom('notifications.notifications')
    .select(['accepted_at as acceptedAt', 'body_hash as bodyHash'])
    .where('app_id', '=', appId)
    .where('session_address', '=', sessionAddress)
    .where('test', '=', false)
    .where('accepted_at', '>', new Date(at.getTime() - windowMs))
    .execute();
  const decision = decideSend(past, bodyHash, at);
  if (!decision.allowed) {
    throw decision.reason === 'duplicate' ? duplicateBody() : sendRateExceeded(decision.retryAfterSeconds);
  }
  await trx
    .insertInto('notifications.notifications')
    .values({
      app_id: appId,
      id: notificationId,
      session_address: sessionAddress,
      test: false,
      body_hash: bodyHash,
      body: send.body,
      start_param: send.startParam ?? null,
      accepted_at: at,
      state: 'queued',
      outcome: null,
      due_at: at,
      leased_by: null,
      tries: 0,
      traceparent: tools.traceparent(),
    })
    .execute();
  await countUsage(trx, ['queued'], { appId, at, newId: tools.newId });
  return notificationId;
}
