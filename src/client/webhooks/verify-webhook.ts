import { Ed25519KeyError, parseEd25519Hex } from '../../protocol/ed25519-key.ts';
import { isJsonObject, parseJsonObject } from '../../protocol/json-object.ts';
import { verifyStandardSignature } from '../../protocol/standard-webhook.ts';
import {
  verifyNotificationSignature,
  type WebhookKey,
  WebhookSignatureError,
  type WebhookSignatureErrorCode,
  verifyPaymentSignature,
} from '../../protocol/webhook-signature.ts';
import { utf8 } from '../../protocol/bytes.ts';

export interface WebhookVerification {
  /** Raw body before any parsing; a string is encoded as UTF-8. */
  readonly rawBody: Uint8Array | string;
  readonly headers: WebhookHeaders;
  /** Ed25519 public key of 64 hex digits from the developer portal. */
  readonly publicKey: string;
  /** Key before the last rotation, tried second while its deliveries may still arrive. */
  readonly previousPublicKey?: string | undefined;
  /** Maximum difference between timestamp and now in seconds. Default 300. */
  readonly tolerance?: number | undefined;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: number | undefined;
}

/** Statuses of a notification today. */
type KnownNotificationStatus =
  | 'delivered'
  | 'clicked'
  | 'suppressed_user_in_app'
  | 'dropped_permission_revoked'
  | 'dropped_device_unreachable';

/** A status webhook. The set of statuses is open: accept unknown ones. */
export interface NotificationEvent {
  readonly notificationId: string;
  readonly status: KnownNotificationStatus | (string & {});
  readonly sessionAddress: string;
  readonly test: boolean;
  /** RFC 3339, of the delivery attempt. */
  readonly timestamp: string;
}

/** Which key signed. Remove the previous key once only `current` occurs. */
export type { WebhookKey };

interface Verified<Event> {
  readonly ok: true;
  readonly event: Event;
  readonly signedBy: WebhookKey;
}

export type VerifiedWebhook = Verified<NotificationEvent>;

/** A transaction of the mini-app backend, sent to `SETTLED_HOOK_URL`. Statuses are an open set: accept unknown ones. */
export interface SettledPaymentEvent {
  /** Id of the transaction, the same in every delivery: handle it once. */
  readonly id: string;
  readonly status: 'paid' | 'failed' | 'refunded' | (string & {});
  /** The `sub` of the person's tokens. */
  readonly platformId: string;
  /** Number of the invoice. */
  readonly invoice: string;
  readonly productId: string;
  /** How many of the product; null when an earlier version created the invoice. */
  readonly quantity: number | null;
  /** Smallest units in decimal digits. */
  readonly amount: string;
  readonly token: string;
  readonly network: string;
  /** Null when the payment service sent none. */
  readonly txHash: string | null;
  /** `true` for a test payment, which moved no money; null for a real one. */
  readonly test: string | null;
  /** RFC 3339. */
  readonly createdAt: string;
}

export type VerifiedSettledPayment = Verified<SettledPaymentEvent>;

/**
 * Verifies and parses a status webhook of the notification service. Handle events idempotently: the same
 * (notificationId, status) may arrive again.
 *
 * @throws Ed25519KeyError for an invalid public key, which is a configuration error
 * @throws TypeError for a parsed body, which cannot be verified
 */
export function verifyWebhook(options: WebhookVerification): VerifiedWebhook | RefusedWebhook {
  return verifyAndParse(options, platformHeaders, statusEvent);
}

/**
 * Verifies and parses a settled payment of the mini-app backend. The public key is that of `getSettledHookKey`. Handle
 * events idempotently: the same `id` may arrive again.
 *
 * @throws Ed25519KeyError for an invalid public key, which is a configuration error
 * @throws TypeError for a parsed body, which cannot be verified
 */
export function verifySettledPayment(options: WebhookVerification): VerifiedSettledPayment | RefusedWebhook {
  return verifyAndParse(options, platformHeaders, settledPayment);
}

/** Verifies a status webhook by the headers of Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature). */
export function verifyStandardHeaders(options: WebhookVerification): VerifiedWebhook | RefusedWebhook {
  return verifyAndParse(options, standardHeaders, statusEvent);
}

interface SignedRequest {
  readonly header: (name: string) => string | undefined;
  readonly body: Uint8Array;
  /** Unix seconds. */
  readonly now: number;
  readonly tolerance: number | undefined;
  readonly keys: { readonly publicKey: Uint8Array; readonly previousPublicKey: Uint8Array | undefined };
}

const platformHeaders = ({ header, keys, ...request }: SignedRequest): WebhookKey =>
  verifyNotificationSignature({
    ...keys,
    ...request,
    signature: header('x-platform-signature'),
    timestamp: header('x-platform-timestamp'),
  });

const standardHeaders = ({ header, keys, ...request }: SignedRequest): WebhookKey =>
  verifyStandardSignature({
    ...keys,
    ...request,
    id: header('webhook-id'),
    timestamp: header('webhook-timestamp'),
    signature: header('webhook-signature'),
  });

/** A kind of event: how it is recognized, and named in the rejection. */
interface EventKind<Event> {
  readonly matches: (value: unknown) => value is Event;
  readonly name: string;
}

function verifyAndParse<Event>(
  options: WebhookVerification,
  verify: (request: SignedRequest) => WebhookKey,
  { matches, name }: EventKind<Event>,
): Verified<Event> | RefusedWebhook {
  const { headers, publicKey, previousPublicKey, rawBody, tolerance, now = Date.now() } = options;
  const keys = {
    publicKey: keyOf('publicKey', publicKey),
    previousPublicKey: previousPublicKey === undefined ? undefined : keyOf('previousPublicKey', previousPublicKey),
  };
  const body = rawBodyBytes(rawBody);
  try {
    const signedBy = verify({ header: headerReader(headers), body, now: now / 1000, tolerance, keys });
    const event = parseJsonObject(body);
    if (matches(event)) return { ok: true, event, signedBy };
    return malformedBody(`The body is signed but is not a ${name}.`);
  } catch (error) {
    return refuseWebhook(error);
  }
}

const statusEvent: EventKind<NotificationEvent> = {
  name: 'status event of a notification',
  matches: (value): value is NotificationEvent => {
    if (!isJsonObject(value)) return false;
    const { notificationId, status, sessionAddress, test, timestamp } = value;
    return [notificationId, status, sessionAddress, timestamp].every(isText) && typeof test === 'boolean';
  },
};

const settledPayment: EventKind<SettledPaymentEvent> = {
  name: 'settled payment',
  matches: (value): value is SettledPaymentEvent => {
    if (!isJsonObject(value)) return false;
    const { id, status, platformId, invoice, productId, quantity, amount, token, network } = value;
    const { txHash, test, createdAt } = value;
    return (
      [id, status, platformId, invoice, productId, amount, token, network, createdAt].every(isText) &&
      (quantity === null || Number.isInteger(quantity)) &&
      [txHash, test].every((text) => text === null || isText(text))
    );
  },
};

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Headers of a request: a fetch Headers object or Node's `request.headers`. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Why a webhook was rejected. `malformed_body`: signed, but not as the contract describes; respond with 400. */
export type WebhookErrorCode = WebhookSignatureErrorCode | 'malformed_body';

export interface RefusedWebhook {
  readonly ok: false;
  /** Status of the response. */
  readonly status: 400 | 401;
  readonly code: WebhookErrorCode;
  readonly message: string;
}

/** Parses the public key of an option, which JavaScript may leave out. @throws Ed25519KeyError that names the option */
function keyOf(option: string, hex: string | undefined) {
  if (hex === undefined || hex === '')
    throw new Ed25519KeyError('bad_key', `${option} is missing: pass the sender's Ed25519 public key, 64 hex digits.`);
  try {
    return parseEd25519Hex(hex);
  } catch (error) {
    if (error instanceof Ed25519KeyError) throw new Ed25519KeyError(error.code, `${option}: ${error.message}`);
    throw error;
  }
}

/**
 * Returns the bytes of a raw body; a string is encoded as UTF-8.
 *
 * @throws TypeError for a parsed body: its serialization differs from the signed bytes
 */
function rawBodyBytes(rawBody: unknown): Uint8Array {
  if (typeof rawBody === 'string') return utf8(rawBody);
  if (rawBody instanceof Uint8Array) return rawBody;
  const received = rawBody === undefined || rawBody === null ? String(rawBody) : 'a parsed body';
  throw new TypeError(
    `rawBody must be the received bytes or text, not ${received}: read the body before any JSON parser, for example with express.raw({ type: 'application/json' }) or await request.text().`,
  );
}

/** Returns a function that reads a header. Joins a repeated header, so that its value is malformed. */
function headerReader(headers: WebhookHeaders): (name: string) => string | undefined {
  if (isFetchHeaders(headers)) return (name) => headers.get(name) ?? undefined;
  const lines = Object.entries(headers);
  return (name) => {
    const values = lines.flatMap(([sent, value]) => (sent.toLowerCase() === name && value !== undefined ? value : []));
    return values.length === 0 ? undefined : values.join(', ');
  };
}

/** Returns the rejection for a signature error. @throws any other error unchanged */
function refuseWebhook(error: unknown): RefusedWebhook {
  if (!(error instanceof WebhookSignatureError)) throw error;
  return { ok: false, status: 401, code: error.code, message: error.message };
}

/** Returns the rejection for a signed body that violates the contract. */
function malformedBody(message: string): RefusedWebhook {
  return { ok: false, status: 400, code: 'malformed_body', message };
}

function isFetchHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers['get'] === 'function';
}

export interface PaymentWebhookVerification {
  /** Raw body before any parsing; a string is encoded as UTF-8. */
  readonly rawBody: Uint8Array | string;
  readonly headers: WebhookHeaders;
  /** Ed25519 public key of 64 hex digits. */
  readonly publicKey: string;
  /** Key before the last rotation, tried second while its deliveries may still arrive. */
  readonly previousPublicKey?: string | undefined;
  /** Key after the next rotation, tried last. */
  readonly nextPublicKey?: string | undefined;
}

/** The outcome of a payment, or its refund. Statuses and members are open sets: accept unknown ones. */
export interface PaymentEvent {
  /** Number of the invoice. */
  readonly invoice: string;
  readonly recipient: string;
  readonly status: 'finalized' | 'failed' | 'refunded' | (string & {});
  readonly txHash?: string;
  /** Smallest units in decimal digits. */
  readonly amount?: string;
  /** Digits of the amount behind the decimal point. */
  readonly decimals?: number;
  readonly token?: string;
  readonly network?: string;
  /** Whether the payment was simulated. */
  readonly test?: boolean;
  readonly [member: string]: unknown;
}

export interface VerifiedPaymentWebhook {
  readonly ok: true;
  readonly event: PaymentEvent;
  /** Which key signed. Remove the previous key once it no longer occurs. */
  readonly signedBy: 'current' | 'previous' | 'next';
}

/**
 * Verifies and parses a payment webhook (version 3): Ed25519 over the raw body bytes. Handle events idempotently: the same
 * invoice and status may arrive again.
 *
 * @throws Ed25519KeyError for an invalid public key, which is a configuration error
 * @throws TypeError for a parsed body, which cannot be verified
 */
export function verifyPaymentWebhook(options: PaymentWebhookVerification): VerifiedPaymentWebhook | RefusedWebhook {
  const { rawBody, headers, publicKey, previousPublicKey, nextPublicKey } = options;
  const publicKeys = [
    ['current', keyOf('publicKey', publicKey)] as const,
    ...(previousPublicKey === undefined ? [] : [['previous', keyOf('previousPublicKey', previousPublicKey)] as const]),
    ...(nextPublicKey === undefined ? [] : [['next', keyOf('nextPublicKey', nextPublicKey)] as const]),
  ];
  const body = rawBodyBytes(rawBody);
  try {
    const signature = headerReader(headers)('x-webhook-signature');
    const signer = publicKeys.find(([, key]) => isSignedBy(key, signature, body));
    if (signer === undefined) {
      throw new WebhookSignatureError('bad_signature', 'The signature does not verify with any of the public keys.');
    }
    const event = parseJsonObject(body);
    if (isPaymentEvent(event)) return { ok: true, event, signedBy: signer[0] };
    return malformedBody('The body is signed but is not a payment event.');
  } catch (error) {
    return refuseWebhook(error);
  }
}

/** @throws WebhookSignatureError for a missing or malformed signature */
function isSignedBy(publicKey: Uint8Array, signature: string | undefined, body: Uint8Array): boolean {
  try {
    verifyPaymentSignature({ signature, body, publicKey });
    return true;
  } catch (error) {
    if (error instanceof WebhookSignatureError && error.code === 'bad_signature') return false;
    throw error;
  }
}

function isPaymentEvent(value: unknown): value is PaymentEvent {
  if (!isJsonObject(value)) return false;
  const { invoice, recipient, status, txHash, amount, decimals, token, network, test } = value;
  const required = [invoice, recipient, status].every(isText);
  const optional = [txHash, amount, token, network].every((text) => text === undefined || typeof text === 'string');
  return (
    required &&
    optional &&
    (decimals === undefined || Number.isInteger(decimals)) &&
    (test === undefined || typeof test === 'boolean')
  );
}
