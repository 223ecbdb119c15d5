import type { BackendSettings } from '../backend/settings.ts';
import type { ServiceDependencies } from './platform-service.ts';
import { issuerOf, jwksUrlOf } from './issuer.ts';
import { recipientsOf } from './payment-settings.ts';
import { ownProviders } from './development-data.ts';
import { webClientId } from './web-client-id.ts';

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
