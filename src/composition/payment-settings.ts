import type { BackendSettings } from '../backend/settings.ts';
import type { ServiceDependencies } from './platform-service.ts';
import { demoRecipients, loadPaymentKey } from './development-data.ts';

/**
 * Returns the webhook key and the payment recipients. Only DEMO_DATA has default ones, so that no real payment goes to an
 * unowned wallet.
 */
export async function paymentSettings({
  settings,
  demoData,
  dataDir,
}: Pick<ServiceDependencies, 'settings' | 'demoData' | 'dataDir'>): Promise<
  Pick<BackendSettings, 'webhookPublicKey' | 'recipients'>
> {
  const demoKey = async () => (demoData ? (await loadPaymentKey(dataDir)).publicKey : undefined);
  return {
    webhookPublicKey: settings.WEBHOOK_PUBLIC_KEY ?? (await demoKey()),
    recipients: recipientsOf({ settings, demoData }),
  };
}

/** Returns the recipients that the settings name. */
export function recipientsOf({
  settings,
  demoData,
}: Pick<ServiceDependencies, 'settings' | 'demoData'>): BackendSettings['recipients'] {
  const demo = demoData ? demoRecipients : undefined;
  return {
    chain: settings.NEXT_PUBLIC_RECIPIENT_ADDRESS ?? demo?.chain,
    platform: settings.NEXT_PUBLIC_PLATFORM_RECIPIENT_ADDRESS ?? demo?.platform,
  };
}
