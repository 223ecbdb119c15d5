import type { BackendSettings } from '../backend/settings.ts';
import type { ServiceDependencies } from './platform-service.ts';
import { issuerOf, jwksUrlOf } from './addresses.ts';
import { demoRecipients, loadPaymentKeys, ownProviders, webClientId } from './development-data.ts';
import { defaultLifetimes, type SsoLifetimes } from '../sso/settings.ts';
import type { PlatformSettings } from './settings.ts';

/** Derives the backend's settings, without the webhook key that DEMO_DATA generates. */
export const backendSettings = ({
  settings,
  addresses,
  demoData,
}: Pick<ServiceDependencies, 'settings' | 'addresses' | 'demoData'>): BackendSettings => ({
  issuer: issuerOf(addresses),
  jwksUrl: jwksUrlOf(settings, addresses),
  audience: settings.PLATFORM_AUDIENCE ?? webClientId(settings),
  hostAudience:
    demoData && settings.PLATFORM_AUDIENCE === undefined && settings.WEB_PROVIDER_ADDRESS === undefined
      ? ownProviders.host.address
      : undefined,
  webhookPublicKeys: settings.WEBHOOK_PUBLIC_KEY ?? [],
  tokenNames: settings.PAYMENT_TOKEN_NAMES,
  invoiceHours: settings.INVOICE_HOURS,
  settledHookUrl: settings.SETTLED_HOOK_URL,
  webhookAllowTargets: settings.WEBHOOK_ALLOW_TARGETS,
  consoleOrigins: [new URL(addresses.web.baseUrl).origin],
  recipients: recipientsOf({ settings, demoData }),
  baseUrl: addresses.backend.baseUrl,
});

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
function recipientsOf({
  settings,
  demoData,
}: Pick<ServiceDependencies, 'settings' | 'demoData'>): BackendSettings['recipients'] {
  const demo = demoData ? demoRecipients : undefined;
  return {
    chain: settings.NEXT_PUBLIC_RECIPIENT_ADDRESS ?? demo?.chain,
    platform: settings.NEXT_PUBLIC_PLATFORM_RECIPIENT_ADDRESS ?? demo?.platform,
  };
}

const secondsPerDay = 86_400;

export const ssoLifetimes = (settings: PlatformSettings): SsoLifetimes => ({
  ...defaultLifetimes,
  authorization: settings.AUTHORIZATION_SECONDS,
  keyNotice: settings.KEY_NOTICE_SECONDS,
  refreshToken: settings.REFRESH_TOKEN_DAYS * secondsPerDay,
  ownerSession: settings.OWNER_SESSION_DAYS * secondsPerDay,
  agentSession: settings.AGENT_SESSION_DAYS * secondsPerDay,
  consoleSession: settings.CONSOLE_SESSION_HOURS * 3_600,
});
