import type { Ed25519Sign } from '../protocol/proof-jwt.ts';
import { signStandardWebhook } from '../protocol/standard-webhook.ts';
import { signNotificationWebhook } from '../protocol/webhook-signature.ts';

export interface StatusWebhook {
  readonly deliveryId: string;
  readonly notificationId: string;
  readonly status: string;
  readonly sessionAddress: string;
  readonly test: boolean;
}

export interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Builds the signed request of one attempt, with the `X-Platform-*` headers of the interface document and the headers
 * of Standard Webhooks.
 */
export async function signWebhookRequest(
  { deliveryId, notificationId, status, sessionAddress, test }: StatusWebhook,
  attemptedAt: Date,
  sign: Ed25519Sign,
): Promise<SignedRequest> {
  const body = JSON.stringify({ notificationId, status, sessionAddress, test, timestamp: attemptedAt.toISOString() });
  const timestamp = String(Math.floor(attemptedAt.getTime() / 1000));
  const [signature, standardSignature] = await Promise.all([
    signNotificationWebhook(timestamp, body, sign),
    signStandardWebhook(deliveryId, timestamp, body, sign),
  ]);
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-platform-signature': signature,
      'x-platform-timestamp': timestamp,
      'webhook-id': deliveryId,
      'webhook-timestamp': timestamp,
      'webhook-signature': standardSignature,
    },
  };
}
