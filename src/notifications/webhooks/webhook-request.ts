import type { Ed25519Sign } from '../../protocol/proof-jwt.ts';
import { type SignedDelivery, signDelivery } from '../../runtime/webhooks/signed-delivery.ts';
import type { WebhookKeyring, WebhookSecrets } from '../../runtime/webhooks/webhook-keys.ts';
import type { ClaimedDelivery } from './delivery-queue-store.ts';

export interface StatusWebhook {
  readonly deliveryId: string;
  readonly notificationId: string;
  readonly status: string;
  readonly sessionAddress: string;
  readonly test: boolean;
}

/** Builds the signed request of one attempt. The body contains the time of the attempt. */
export async function signWebhookRequest(
  { deliveryId, notificationId, status, sessionAddress, test }: StatusWebhook,
  attemptedAt: Date,
  sign: Ed25519Sign,
  secrets: readonly Uint8Array[] = [],
): Promise<SignedDelivery> {
  const body = JSON.stringify({ notificationId, status, sessionAddress, test, timestamp: attemptedAt.toISOString() });
  return signDelivery({ id: deliveryId, body, attemptedAt }, sign, secrets);
}

/** Returns the function that signs claimed status webhooks with the current key and the secrets of their endpoint. */
export function statusWebhookSigner(webhookKeyring: WebhookKeyring, webhookSecrets: WebhookSecrets) {
  return (delivery: ClaimedDelivery, attemptedAt: Date): Promise<SignedDelivery> =>
    signWebhookRequest(
      { ...delivery, deliveryId: delivery.id },
      attemptedAt,
      webhookKeyring.signer(delivery.sealedPrivateKey),
      delivery.sealedSecrets.map(webhookSecrets.open),
    );
}
