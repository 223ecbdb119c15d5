import type { MasterKey } from '../master-key.ts';

export const webhookSecretPurpose = 'webhook shared secret';

/** Length of a secret; Standard Webhooks demands 24 to 64 bytes. */
const secretBytes = 32;

export interface NewWebhookSecret {
  /** `whsec_` and base64, as receivers configure it. */
  readonly secret: string;
  readonly sealedSecret: string;
}

/** Creates and opens the shared secrets of Standard Webhooks' symmetric signatures. */
export interface WebhookSecrets {
  readonly create: () => NewWebhookSecret;
  /** Returns the bytes of an encrypted secret. */
  readonly open: (sealedSecret: string) => Uint8Array;
}

export function createWebhookSecrets(
  masterKey: Pick<MasterKey, 'open' | 'seal'>,
  randomBytes: (length: number) => Uint8Array,
): WebhookSecrets {
  return {
    create: () => {
      const bytes = randomBytes(secretBytes);
      return {
        secret: `whsec_${Buffer.from(bytes).toString('base64')}`,
        sealedSecret: masterKey.seal(bytes, webhookSecretPurpose),
      };
    },
    open: (sealed) => masterKey.open(sealed, webhookSecretPurpose),
  };
}
