import { createHmac } from 'node:crypto';
import type { Ed25519Sign } from '../../protocol/proof-jwt.ts';
import { signStandardWebhook, standardSigningInput } from '../../protocol/standard-webhook.ts';
import { signNotificationWebhook } from '../../protocol/webhook-signature.ts';
import manifest from '../../../package.json' with { type: 'json' };
import type { OutboundHttp, OutboundResponse } from '../outbound/outbound-http.ts';
import type { LeasedWebhook, WebhookResult } from './delivery-store.ts';

/** A JSON body with the headers that sign it. */
export interface SignedDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface UnsignedWebhook {
  /** Unique per event and the same for every attempt, without a dot. */
  readonly id: string;
  readonly body: string;
  readonly attemptedAt: Date;
}

/**
 * Signs a webhook with Ed25519 at the time of the attempt, in the `X-Platform-*` headers of the interface document and
 * in the headers of Standard Webhooks.
 */
export async function signDelivery(
  { id, body, attemptedAt }: UnsignedWebhook,
  sign: Ed25519Sign,
  secrets: readonly Uint8Array[] = [],
): Promise<SignedDelivery> {
  const timestamp = String(Math.floor(attemptedAt.getTime() / 1000));
  const [signature, standardSignature] = await Promise.all([
    signNotificationWebhook(timestamp, body, sign),
    signStandardWebhook(id, timestamp, body, sign),
  ]);
  const hmacSignatures = secrets.map((secret) => {
    const mac = createHmac('sha256', secret).update(standardSigningInput(id, timestamp, body));
    return `v1,${mac.digest('base64')}`;
  });
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-platform-signature': signature,
      'x-platform-timestamp': timestamp,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': [standardSignature, ...hmacSignatures].join(' '),
    },
  };
}

/** User-Agent of webhook requests. */
export const webhookUserAgent = `platform-webhooks/${manifest.version}`;

const timeoutMs = 10_000;
/** Bytes of a response that are read. */
const maxResponseBytes = 16 * 1024;
/** Characters of a response that are logged. */
const maxLoggedCharacters = 512;
/** Maximum of a logged latency in the contracts, milliseconds. */
const maxLatencyMs = 600_000;

export interface WebhookAttemptDependencies<Delivery extends LeasedWebhook> {
  readonly post: OutboundHttp['post'];
  /** Builds the signed request of one attempt. */
  readonly sign: (delivery: Delivery, attemptedAt: Date) => Promise<SignedDelivery>;
  /** Value of User-Agent. */
  readonly userAgent: string;
  readonly now: () => Date;
  /** The clock of the database, which due times follow. */
  readonly databaseNow: () => Date;
  /** From 0 to below 1. */
  readonly random: () => number;
}

type Result = Omit<WebhookResult, 'worker'>;

/** Attempts one delivery, with the endpoint's current URL and key. Reports failures of the endpoint as a result. */
export async function attemptDelivery<Delivery extends LeasedWebhook>(
  delivery: Delivery,
  dependencies: WebhookAttemptDependencies<Delivery>,
): Promise<Result> {
  const { post, sign, userAgent, now } = dependencies;
  const { endpointId, id: deliveryId, failing, url, abandonedAt } = delivery;
  if (abandonedAt) return leaseExpired(delivery, abandonedAt, dependencies);

  const startedAt = now();
  const signed = await sign(delivery, startedAt);
  const headers = { ...signed.headers, 'user-agent': userAgent };
  const response = await post({ url, headers, body: signed.body, timeoutMs, maxResponseBytes });
  const finishedAt = now();
  const succeeded = response.status !== null && response.status >= 200 && response.status < 300;
  return {
    endpointId,
    deliveryId,
    startedAt,
    finishedAt,
    latencyMs: milliseconds(startedAt, finishedAt),
    request: { url, headers },
    status: response.status,
    answer: response.status === null ? null : textOf(response.body),
    error: response.status === null ? response.error : null,
    succeeded,
    gone: response.status === 410,
    failing,
    retryAt: succeeded ? undefined : retryAt(delivery, requestedPause(response, finishedAt), dependencies),
  };
}

/** An attempt without a result counts as a failed one. */
function leaseExpired<Delivery extends LeasedWebhook>(
  delivery: Delivery,
  startedAt: Date,
  dependencies: WebhookAttemptDependencies<Delivery>,
): Result {
  const finishedAt = dependencies.databaseNow();
  return {
    endpointId: delivery.endpointId,
    deliveryId: delivery.id,
    startedAt,
    finishedAt,
    latencyMs: milliseconds(startedAt, finishedAt),
    request: null,
    status: null,
    answer: null,
    error: 'lease_expired',
    succeeded: false,
    gone: false,
    failing: delivery.failing,
    retryAt: retryAt(delivery, 0, dependencies),
  };
}

/** Pause that the receiver asks for, milliseconds; 0 when it asks for none. */
function requestedPause(response: OutboundResponse, now: Date): number {
  return response.status === null ? 0 : retryAfterMs(response.retryAfter, now);
}

function retryAt(
  { attempt }: LeasedWebhook,
  requestedMs: number,
  { random, databaseNow }: { readonly random: () => number; readonly databaseNow: () => Date },
): Date | undefined {
  const pause = pauseAfter(attempt, random(), requestedMs);
  return pause === undefined ? undefined : new Date(databaseNow().getTime() + pause);
}

const milliseconds = (from: Date, to: Date): number =>
  Math.min(Math.max(0, to.getTime() - from.getTime()), maxLatencyMs);

const utf8 = new TextDecoder();

/** Decodes the beginning of a response to text that PostgreSQL accepts: no NUL, no lone surrogates. */
function textOf(bytes: Uint8Array): string {
  const text = utf8.decode(bytes).replaceAll('\u0000', '\uFFFD');
  return Array.from(text.slice(0, 2 * maxLoggedCharacters))
    .slice(0, maxLoggedCharacters)
    .join('')
    .toWellFormed();
}

/** Maximum number of attempts of one delivery. */
export const maxAttempts = 8;

const baseMs = 5_000;
const capMs = 300_000;
/** Largest fraction of a pause that jitter subtracts. */
const jitter = 0.2;

/**
 * Returns the pause after a failed attempt: 5, 10, 20, 40, 80, 160, 300 seconds, shortened by up to a fifth so that
 * deliveries that failed together are not retried together. A longer pause that the receiver asks for replaces it, up to
 * the longest pause of the schedule.
 *
 * @param attempt number of the failed attempt, from 1
 * @param random from 0 to below 1
 * @param requestedMs pause that the receiver asks for, milliseconds
 * @returns milliseconds; undefined after the last attempt
 */
export function pauseAfter(attempt: number, random: number, requestedMs = 0): number | undefined {
  if (attempt >= maxAttempts) return undefined;
  const bound = Math.min(baseMs * 2 ** (attempt - 1), capMs);
  return Math.max(Math.round(bound * (1 - jitter * random)), Math.min(requestedMs, capMs));
}

/** An endpoint is reported as failing to its owners when all attempts failed for this time, milliseconds. */
export const reportFailingAfterMs = 60 * 60 * 1000;
/** An endpoint is paused when all attempts failed for this time, milliseconds. */
export const pauseEndpointAfterMs = 5 * 24 * 60 * 60 * 1000;
/** A series of failures ends after this time without an attempt, milliseconds. */
export const failureSeriesGapMs = 24 * 60 * 60 * 1000;

/**
 * Parses Retry-After (RFC 9110 §10.2.3): seconds, or an HTTP date.
 *
 * @returns milliseconds from `now`; 0 when the header is missing, malformed or in the past
 */
export function retryAfterMs(value: string | undefined, now: Date): number {
  if (value === undefined) return 0;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = /^[A-Z][a-z]{2}, .+ GMT$/.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? 0 : Math.max(0, date - now.getTime());
}
