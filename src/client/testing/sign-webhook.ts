import { ed25519 } from '@noble/curves/ed25519.js';
import { encodeHex, utf8 } from '../../protocol/bytes.ts';
import { encodeBase64, standardSigningInput } from '../../protocol/standard-webhook.ts';
import { notificationSigningInput } from '../../protocol/webhook-signature.ts';
import type { NotificationEvent, PaymentEvent, SettledPaymentEvent } from '../webhooks/verify-webhook.ts';

/** An Ed25519 key that signs webhooks in tests. */
export interface WebhookSigningKey {
  /** 64 hex digits, as the developer portal shows it. */
  readonly publicKey: string;
  readonly sign: (message: Uint8Array) => Uint8Array;
}

export interface WebhookToSign {
  readonly event: NotificationEvent | PaymentEvent | SettledPaymentEvent;
  /** Default: a new key. */
  readonly key?: WebhookSigningKey | undefined;
  /** Time of the delivery in milliseconds since 1970. Default: the system's clock. */
  readonly now?: number | undefined;
}

export interface SignedWebhook {
  readonly rawBody: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Key that verifies the webhook. */
  readonly publicKey: string;
}

/** Creates a new key pair. */
export function createWebhookKey(): WebhookSigningKey {
  const { secretKey, publicKey } = ed25519.keygen();
  return { publicKey: encodeHex(publicKey), sign: (message) => ed25519.sign(message, secretKey) };
}

/** Signs a status event of a notification, a payment event, or a settled payment, exactly as the platform delivers it. */
export function signWebhook({ event, key = createWebhookKey(), now = Date.now() }: WebhookToSign): SignedWebhook {
  const rawBody = JSON.stringify(event);
  const { publicKey } = key;
  const contentType = { 'content-type': 'application/json' };
  if ('recipient' in event) {
    const signature = encodeHex(key.sign(utf8(rawBody)));
    return {
      rawBody,
      publicKey,
      headers: { ...contentType, 'x-webhook-signature': signature, 'x-webhook-version': '3' },
    };
  }
  const timestamp = String(Math.floor(now / 1000));
  const id = 'id' in event ? event.id : `msg_${crypto.randomUUID()}`;
  const headers = {
    ...contentType,
    'x-platform-timestamp': timestamp,
    'x-platform-signature': encodeHex(key.sign(notificationSigningInput(timestamp, rawBody))),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1a,${encodeBase64(key.sign(standardSigningInput(id, timestamp, rawBody)))}`,
  };
  return { rawBody, publicKey, headers };
}
