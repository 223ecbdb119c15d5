import type { BackendSettings } from '../backend/settings.ts';
import type { ServiceDependencies } from './platform-service.ts';
import { demoRecipients, loadPaymentKeys } from './development-data.ts';

/**
 * Returns the webhook key and the payment recipients. Only DEMO_DATA has default ones, so that no real payment goes to an
 * unowned wallet.
 */
export async function paymentSettings({
  settings,
  demoData,
  dataDir,
}: Pick<ServiceDependencies, 'settings' | 'demoData' | 'dataDir'>): Promise<
  Pick<BackendSettings, 'webhookPublicKeys' | 'recipients'>
> {
  const demoKeys = async () => (demoData ? loadPaymentKeys(dataDir) : []);
  return {
    webhookPublicKeys: settings.WEBHOOK_PUBLIC_KEY ?? (await demoKeys()),
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
