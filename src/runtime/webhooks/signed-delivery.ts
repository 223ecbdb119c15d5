import { createHmac } from 'node:crypto';
import type { Ed25519Sign } from '../../protocol/proof-jwt.ts';
import { signStandardWebhook, standardSigningInput } from '../../protocol/standard-webhook.ts';
import { signNotificationWebhook } from '../../protocol/webhook-signature.ts';
import manifest from '../../../package.json' with { type: 'json' };

/** A JSON body with the headers that sign it. */
export interface SignedDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface UnsignedWebhook {
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
