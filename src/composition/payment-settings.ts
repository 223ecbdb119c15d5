import type { BackendSettings } from '../backend/settings.ts';
import type { ServiceDependencies } from './platform-service.ts';
import { demoRecipients, loadPaymentKey } from './development-data.ts';

/**
 * Whose word for a payment counts, and who is paid. Only the demo has a key and recipients of its own: elsewhere nobody
 * is asked to pay a wallet that nobody has.
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

/** Who is paid, as far as settings say. */
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
