import { verifyEd25519 } from '#ed25519';
import { type Bytes, concatBytes, decodeHex, encodeHex, utf8 } from './bytes.ts';
import type { Ed25519Sign } from './proof-jwt.ts';

/** Error codes of webhook signatures in the order of the checks. */
export type WebhookSignatureErrorCode =
  | 'missing_signature'
  | 'missing_timestamp'
  | 'missing_id'
  | 'malformed_signature'
  | 'malformed_timestamp'
  | 'stale_timestamp'
  | 'bad_signature';

/** Rejects a webhook; receivers respond with 401. */
export class WebhookSignatureError extends Error {
  readonly code: WebhookSignatureErrorCode;

  constructor(code: WebhookSignatureErrorCode, message: string) {
    super(message);
    this.name = 'WebhookSignatureError';
    this.code = code;
  }
}

/** The sender's public keys, 32 bytes each, as parseEd25519Hex returns them. */
export interface WebhookPublicKeys {
  readonly publicKey: Uint8Array;
  /** Key before the last rotation, tried second while its deliveries may still arrive. */
  readonly previousPublicKey?: Uint8Array | undefined;
}

/** Which key signed. */
export type WebhookKey = 'current' | 'previous';

/** Default maximum difference between a webhook's timestamp and now in seconds. */
const defaultWebhookTolerance = 300;

export interface SignedNotificationWebhook extends WebhookPublicKeys {
  /** Value of X-Platform-Signature; undefined when the header is missing. */
  readonly signature: string | undefined;
  /** Value of X-Platform-Timestamp; undefined when the header is missing. */
  readonly timestamp: string | undefined;
  /** Raw body, before any parsing. */
  readonly body: Uint8Array | string;
  /** Unix seconds. */
  readonly now: number;
  /** Maximum difference between timestamp and now in seconds. Default 300. */
  readonly tolerance?: number | undefined;
}

/** Returns the signing input of a status webhook: timestamp, dot, raw body. */
export function notificationSigningInput(timestamp: string, body: Uint8Array | string): Bytes {
  return concatBytes(utf8(`${timestamp}.`), webhookBodyBytes(body));
}

/** Returns X-Platform-Signature in lowercase hex. @param timestamp Unix seconds, the value of X-Platform-Timestamp */
export async function signNotificationWebhook(
  timestamp: string,
  body: Uint8Array | string,
  sign: Ed25519Sign,
): Promise<string> {
  return encodeHex(await sign(notificationSigningInput(timestamp, body)));
}

/**
 * Verifies a status webhook of the notification service with the current key, then with the previous one.
 *
 * @throws WebhookSignatureError
 */
export function verifyNotificationSignature({
  signature,
  timestamp,
  body,
  now,
  tolerance,
  ...keys
}: SignedNotificationWebhook): WebhookKey {
  if (signature === undefined) throw missingHeaderError('signature', 'X-Platform-Signature');
  if (timestamp === undefined) throw missingHeaderError('timestamp', 'X-Platform-Timestamp');
  if (!/^[0-9a-f]{128}$/.test(signature)) {
    throw new WebhookSignatureError('malformed_signature', 'The signature is not 128 lowercase hex digits.');
  }
  checkWebhookTimestamp(timestamp, now, tolerance);
  return findSigningKey(keys, notificationSigningInput(timestamp, body), hexBytes(signature));
}

export interface SignedPaymentWebhook {
  /** Value of X-Webhook-Signature; undefined when the header is missing. */
  readonly signature: string | undefined;
  /** Raw body, before any parsing. */
  readonly body: Uint8Array;
  readonly publicKey: Uint8Array;
}

/** Returns X-Webhook-Signature in hex. */
export async function signPaymentWebhook(body: Uint8Array, sign: Ed25519Sign): Promise<string> {
  return encodeHex(await sign(body));
}

/**
 * Verifies a payment webhook: Ed25519 over the raw body bytes, 128 hex digits in either case.
 *
 * @throws WebhookSignatureError
 */
export function verifyPaymentSignature({ signature, body, publicKey }: SignedPaymentWebhook): void {
  if (signature === undefined) throw missingHeaderError('signature', 'X-Webhook-Signature');
  if (!/^[0-9a-fA-F]{128}$/.test(signature)) {
    throw new WebhookSignatureError('malformed_signature', 'The signature is not 128 hex digits.');
  }
  findSigningKey({ publicKey }, body, hexBytes(signature));
}

/** Checks that a timestamp is Unix seconds within the tolerance of now. @throws WebhookSignatureError */
export function checkWebhookTimestamp(timestamp: string, now: number, tolerance = defaultWebhookTolerance): void {
  if (!/^(0|[1-9]\d{0,14})$/.test(timestamp)) {
    throw new WebhookSignatureError('malformed_timestamp', 'The timestamp is not Unix seconds in decimal digits.');
  }
  if (Math.abs(Number(timestamp) - now) > tolerance) {
    throw new WebhookSignatureError(
      'stale_timestamp',
      `The timestamp differs from now by more than ${tolerance} seconds: check the clock, and reject replays.`,
    );
  }
}

/** Returns which key made one of the signatures. @throws WebhookSignatureError when neither key did */
export function findSigningKey(
  { publicKey, previousPublicKey }: WebhookPublicKeys,
  message: Uint8Array,
  ...signatures: readonly Uint8Array[]
): WebhookKey {
  const signed = (key: Uint8Array) => signatures.some((signature) => verifyEd25519(key, message, signature));
  if (signed(publicKey)) return 'current';
  if (previousPublicKey !== undefined && signed(previousPublicKey)) return 'previous';
  throw new WebhookSignatureError('bad_signature', 'The signature does not verify with the public key.');
}

/** Creates the error for a missing header. */
export function missingHeaderError(what: 'signature' | 'timestamp' | 'id', header: string): WebhookSignatureError {
  return new WebhookSignatureError(`missing_${what}`, `The request has no ${header} header.`);
}

/** Returns the bytes of a body; a string is encoded as UTF-8. */
export function webhookBodyBytes(body: Uint8Array | string): Uint8Array {
  return typeof body === 'string' ? utf8(body) : body;
}

function hexBytes(signature: string): Uint8Array {
  return decodeHex(signature) ?? new Uint8Array();
}
