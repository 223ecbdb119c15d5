import { parseEd25519Hex } from '../../protocol/ed25519-key.ts';
import { isJsonObject, parseJsonObject } from '../../protocol/json-object.ts';
import { verifyStandardSignature } from '../../protocol/standard-webhook.ts';
import {
  verifyNotificationSignature,
  type WebhookKey,
  WebhookSignatureError,
  type WebhookSignatureErrorCode,
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

export type VerifiedWebhook = { readonly ok: true; readonly event: NotificationEvent; readonly signedBy: WebhookKey };

/**
 * Verifies and parses a status webhook of the notification service. Handle events idempotently: the same
 * (notificationId, status) may arrive again.
 *
 * @throws Ed25519KeyError for an invalid public key, which is a configuration error
 * @throws TypeError for a parsed body, which cannot be verified
 */
export function verifyWebhook(options: WebhookVerification): VerifiedWebhook | RefusedWebhook {
  return verifyAndParse(options, ({ header, body, now, keys }) => {
    const { tolerance } = options;
    const signature = header('x-platform-signature');
    return verifyNotificationSignature({
      ...keys,
      signature,
      timestamp: header('x-platform-timestamp'),
      body,
      now,
      tolerance,
    });
  });
}

/** Verifies a status webhook by the headers of Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature). */
export function verifyStandardHeaders(options: WebhookVerification): VerifiedWebhook | RefusedWebhook {
  return verifyAndParse(options, ({ header, body, now, keys }) => {
    const { tolerance } = options;
    const [id, timestamp, signature] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')];
    return verifyStandardSignature({ ...keys, id, timestamp, signature, body, now, tolerance });
  });
}

interface SignedRequest {
  readonly header: (name: string) => string | undefined;
  readonly body: Uint8Array;
  /** Unix seconds. */
  readonly now: number;
  readonly keys: { readonly publicKey: Uint8Array; readonly previousPublicKey: Uint8Array | undefined };
}

function verifyAndParse(
  options: WebhookVerification,
  verify: (request: SignedRequest) => WebhookKey,
): VerifiedWebhook | RefusedWebhook {
  const { headers, publicKey, previousPublicKey, rawBody, now = Date.now() } = options;
  const keys = {
    publicKey: parseEd25519Hex(publicKey),
    previousPublicKey: previousPublicKey === undefined ? undefined : parseEd25519Hex(previousPublicKey),
  };
  const body = rawBodyBytes(rawBody);
  try {
    const signedBy = verify({ header: headerReader(headers), body, now: now / 1000, keys });
    const event = parseJsonObject(body);
    if (isEvent(event)) return { ok: true, event, signedBy };
    return malformedBody('The body is signed but is not a status event of a notification.');
  } catch (error) {
    return refuseWebhook(error);
  }
}

function isEvent(value: unknown): value is NotificationEvent {
  if (!isJsonObject(value)) return false;
  const { notificationId, status, sessionAddress, test, timestamp } = value;
  const texts = [notificationId, status, sessionAddress, timestamp];
  return texts.every((text) => typeof text === 'string' && text !== '') && typeof test === 'boolean';
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

/**
 * Returns the bytes of a raw body; a string is encoded as UTF-8.
 *
 * @throws TypeError for a parsed body: its serialization differs from the signed bytes
 */
export function rawBodyBytes(rawBody: unknown): Uint8Array {
  if (typeof rawBody === 'string') return utf8(rawBody);
  if (rawBody instanceof Uint8Array) return rawBody;
  const received = rawBody === undefined || rawBody === null ? String(rawBody) : 'a parsed body';
  throw new TypeError(
    `rawBody must be the received bytes or text, not ${received}: read the body before any JSON parser, for example with express.raw({ type: 'application/json' }) or await request.text().`,
  );
}

/** Returns a function that reads a header. Joins a repeated header, so that its value is malformed. */
export function headerReader(headers: WebhookHeaders): (name: string) => string | undefined {
  if (isFetchHeaders(headers)) return (name) => headers.get(name) ?? undefined;
  const lines = Object.entries(headers);
  return (name) => {
    const values = lines.flatMap(([sent, value]) => (sent.toLowerCase() === name && value !== undefined ? value : []));
    return values.length === 0 ? undefined : values.join(', ');
  };
}

/** Returns the rejection for a signature error. @throws any other error unchanged */
export function refuseWebhook(error: unknown): RefusedWebhook {
  if (!(error instanceof WebhookSignatureError)) throw error;
  return { ok: false, status: 401, code: error.code, message: error.message };
}

/** Returns the rejection for a signed body that violates the contract. */
export function malformedBody(message: string): RefusedWebhook {
  return { ok: false, status: 400, code: 'malformed_body', message };
}

function isFetchHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers['get'] === 'function';
}
