import type { OutboundHttp } from '../runtime/outbound-http.ts';
import { pauseAfter } from './retry-schedule.ts';
import type { ClaimedDelivery } from './store/delivery-queue.ts';
import type { DeliveryResult } from './store/delivery-results.ts';
import type { WebhookKeyring } from './webhook-keyring.ts';
import { signWebhookRequest } from './webhook-request.ts';

const timeoutMs = 10_000;
/** Bytes of a response that are read. */
const maxResponseBytes = 16 * 1024;
/** Characters of a response that are logged. */
const maxLoggedCharacters = 512;
/** Maximum of a logged latency in the contract, milliseconds. */
const maxLatencyMs = 600_000;

export interface DeliveryAttemptDependencies {
  readonly post: OutboundHttp['post'];
  readonly webhookKeyring: WebhookKeyring;
  readonly now: () => Date;
  /** From 0 to below 1. */
  readonly random: () => number;
}

type Result = Omit<DeliveryResult, 'worker'>;

/** Attempts one delivery, with the current URL and key of the webhook. Reports failures of the endpoint as a result. */
export async function attemptDelivery(
  delivery: ClaimedDelivery,
  dependencies: DeliveryAttemptDependencies,
): Promise<Result> {
  const { post, webhookKeyring, now } = dependencies;
  if (delivery.abandonedAt) return leaseExpired(delivery, delivery.abandonedAt, dependencies);

  const startedAt = now();
  const { headers, body } = await signWebhookRequest(
    { ...delivery, deliveryId: delivery.id },
    startedAt,
    webhookKeyring.signer(delivery.sealedPrivateKey),
  );
  const response = await post({ url: delivery.url, headers, body, timeoutMs, maxResponseBytes });
  const finishedAt = now();
  const succeeded = response.status !== null && response.status >= 200 && response.status < 300;
  return {
    appId: delivery.appId,
    deliveryId: delivery.id,
    startedAt,
    finishedAt,
    latencyMs: milliseconds(startedAt, finishedAt),
    status: response.status,
    answer: response.status === null ? null : textOf(response.body),
    error: response.status === null ? response.error : null,
    succeeded,
    failing: delivery.failing,
    retryAt: succeeded ? undefined : retryAt(delivery.attempt, finishedAt, dependencies),
  };
}

/** An attempt without a result counts as a failed one. */
function leaseExpired(delivery: ClaimedDelivery, startedAt: Date, dependencies: DeliveryAttemptDependencies): Result {
  const finishedAt = dependencies.now();
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
    retryAt: retryAt(delivery.attempt, finishedAt, dependencies),
  };
}

function retryAt(attempt: number, failedAt: Date, { random }: DeliveryAttemptDependencies): Date | undefined {
  const pause = pauseAfter(attempt, random());
  return pause === undefined ? undefined : new Date(failedAt.getTime() + pause);
}

const milliseconds = (from: Date, to: Date): number =>
  Math.min(Math.max(0, to.getTime() - from.getTime()), maxLatencyMs);

/** Decodes the beginning of a response to text that PostgreSQL accepts: no NUL, no lone surrogates. */
function textOf(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes).replaceAll('\u0000', '\uFFFD');
  return Array.from(text.slice(0, 2 * maxLoggedCharacters))
    .slice(0, maxLoggedCharacters)
    .join('')
    .toWellFormed();
}
