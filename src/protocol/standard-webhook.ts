import { decodeBase64url, encodeBase64url } from './base64url.ts';
import type { Bytes } from './bytes.ts';
import { concatBytes, utf8 } from './bytes.ts';
import type { Ed25519Sign } from './proof-jwt.ts';
import type { WebhookKey, WebhookPublicKeys } from './webhook-signature.ts';
import {
  webhookBodyBytes,
  checkWebhookTimestamp,
  missingHeaderError,
  findSigningKey,
  WebhookSignatureError,
} from './webhook-signature.ts';

/**
 * A webhook signed as Standard Webhooks 1.0.0 (https://www.standardwebhooks.com) with an asymmetric signature: `v1a,` and
 * base64 Ed25519 over id, timestamp and body joined by dots.
 */
export interface SignedStandardWebhook extends WebhookPublicKeys {
  /** Value of webhook-id; undefined when the header is missing. */
  readonly id: string | undefined;
  /** Value of webhook-timestamp; undefined when the header is missing. */
  readonly timestamp: string | undefined;
  /** Value of webhook-signature: one or more signatures separated by spaces; undefined when the header is missing. */
  readonly signature: string | undefined;
  /** Raw body, before any parsing. */
  readonly body: Uint8Array | string;
  /** Unix seconds. */
  readonly now: number;
  /** Maximum difference between timestamp and now in seconds. Default 300. */
  readonly tolerance?: number | undefined;
}

/** Returns the signing input of Standard Webhooks. Neither id nor timestamp may contain a dot. */
export function standardSigningInput(id: string, timestamp: string, body: Uint8Array | string): Bytes {
  return concatBytes(utf8(`${id}.${timestamp}.`), webhookBodyBytes(body));
}

/**
 * Returns the value of webhook-signature.
 *
 * @param id unique per event, the same for every attempt, without a dot
 * @param timestamp Unix seconds of the attempt, the value of webhook-timestamp
 */
export async function signStandardWebhook(
  id: string,
  timestamp: string,
  body: Uint8Array | string,
  sign: Ed25519Sign,
): Promise<string> {
  const signature = await sign(standardSigningInput(id, timestamp, body));
  return `v1a,${encodeBase64(signature)}`;
}

/**
 * Verifies a webhook signed as Standard Webhooks with the current key, then with the previous one. Ignores signatures of
 * other versions.
 *
 * @throws WebhookSignatureError
 */
export function verifyStandardSignature({
  id,
  timestamp,
  signature,
  body,
  now,
  tolerance,
  ...keys
}: SignedStandardWebhook): WebhookKey {
  if (id === undefined || id === '') throw missingHeaderError('id', 'webhook-id');
  if (timestamp === undefined) throw missingHeaderError('timestamp', 'webhook-timestamp');
  if (signature === undefined) throw missingHeaderError('signature', 'webhook-signature');
  // A sender that rotates keys sends a few signatures; the limit bounds the work.
  const candidates = signature.split(' ', 8).flatMap((one) => v1aSignature(one) ?? []);
  if (candidates.length === 0 || id.includes('.')) {
    throw new WebhookSignatureError(
      'malformed_signature',
      'webhook-signature has no v1a signature of 64 bytes in base64, or webhook-id contains a dot.',
    );
  }
  checkWebhookTimestamp(timestamp, now, tolerance);
  return findSigningKey(keys, standardSigningInput(id, timestamp, body), ...candidates);
}

/** Formats a public key as Standard Webhooks: `whpk_` and base64. */
export function standardPublicKey(publicKey: Uint8Array): string {
  return `whpk_${encodeBase64(publicKey)}`;
}

function v1aSignature(text: string): Bytes | undefined {
  // 64 bytes are 86 base64 characters and two of padding.
  const [, digits] = /^v1a,([A-Za-z0-9+/]{86})==$/.exec(text) ?? [];
  return digits === undefined ? undefined : decodeBase64url(digits.replaceAll('+', '-').replaceAll('/', '_'));
}

/** Encodes as base64 with padding (RFC 4648 §4). */
export function encodeBase64(bytes: Uint8Array): string {
  const digits = encodeBase64url(bytes).replaceAll('-', '+').replaceAll('_', '/');
  return digits.padEnd(Math.ceil(digits.length / 4) * 4, '=');
}
