import type { OutboundHttp } from '../runtime/outbound-http.ts';
import { pauseAfter } from './retry-schedule.ts';
import type { ClaimedDelivery } from './store/delivery-queue.ts';
import type { DeliveryResult } from './store/delivery-results.ts';
import type { WebhookKeys } from './webhook-keys.ts';
import { signWebhookRequest } from './webhook-request.ts';

const timeoutMs = 10_000;
/** What is read of an answer, bytes. */
const maxResponseBytes = 16 * 1024;
/** What is kept of it, characters. */
const keptAnswer = 512;
/** The contract's bound of a logged latency. */
const maxLatencyMs = 600_000;

export interface AttemptTools {
  readonly post: OutboundHttp['post'];
  readonly webhookKeys: WebhookKeys;
  readonly now: () => Date;
  /** From 0 to below 1. */
  readonly random: () => number;
}

type Result = Omit<DeliveryResult, 'worker'>;

/** Sends one webhook once, to the URL and with the key of this moment. Never rejects for what the endpoint does. */
export async function attemptDelivery(delivery: ClaimedDelivery, tools: AttemptTools): Promise<Result> {
  const { post, webhookKeys, now } = tools;
  if (delivery.abandonedAt) return abandoned(delivery, delivery.abandonedAt, tools);

  const startedAt = now();
  const { headers, body } = await signWebhookRequest(
    { ...delivery, deliveryId: delivery.id },
    startedAt,
    webhookKeys.signer(delivery.sealedPrivateKey),
  );
  const answer = await post({ url: delivery.url, headers, body, timeoutMs, maxResponseBytes });
  const finishedAt = now();
  const succeeded = answer.status !== null && answer.status >= 200 && answer.status < 300;
  return {
    appId: delivery.appId,
    deliveryId: delivery.id,
    startedAt,
    finishedAt,
    latencyMs: milliseconds(startedAt, finishedAt),
    status: answer.status,
    answer: answer.status === null ? null : textOf(answer.body),
    error: answer.status === null ? answer.error : null,
    succeeded,
    failing: delivery.failing,
    retryAt: succeeded ? undefined : retryAt(delivery.attempt, finishedAt, tools),
  };
}

/** The attempt of a worker that never reported back counts like any other that brought no answer. */
function abandoned(delivery: ClaimedDelivery, startedAt: Date, tools: AttemptTools): Result {
  const finishedAt = tools.now();
  return {
    appId: delivery.appId,
    deliveryId: delivery.id,
    startedAt,
    finishedAt,
    latencyMs: milliseconds(startedAt, finishedAt),
    status: null,
    answer: null,
    error: 'lease_expired',
    succeeded: false,
    failing: delivery.failing,
    retryAt: retryAt(delivery.attempt, finishedAt, tools),
  };
}

function retryAt(attempt: number, failedAt: Date, { random }: AttemptTools): Date | undefined {
  const pause = pauseAfter(attempt, random());
  return pause === undefined ? undefined : new Date(failedAt.getTime() + pause);
}

const milliseconds = (from: Date, to: Date): number =>
  Math.min(Math.max(0, to.getTime() - from.getTime()), maxLatencyMs);

/** The beginning of an answer as text that a database can hold. */
function textOf(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes).replaceAll('\u0000', '\uFFFD');
  return Array.from(text.slice(0, 2 * keptAnswer))
    .slice(0, keptAnswer)
    .join('')
    .toWellFormed();
}
