import { backendMigrations } from '../backend/migrations/index.ts';
import { createBackendService } from '../backend/service.ts';
import { SettingsError } from '../service/settings.ts';
import type { Area, AreaParts } from './area.ts';
import { demoProvider, demoRecipients, ownPaymentKey } from './development-data.ts';
import { issuerOf, jwksUrlOf } from './issuer.ts';

export const backendArea: Area = {
  migrations: backendMigrations,
  hint: 'mini-app backend: invoices and payments; reference at /docs',
  start: async (parts) => {
    const { settings, addresses, database, environment, now, randomBytes, newId, fetch } = parts;
    return createBackendService({
      database,
      environment,
      now,
      randomBytes,
      newId,
      fetch,
      settings: {
        issuer: issuerOf(addresses),
        jwksUrl: jwksUrlOf(settings, addresses),
        audience: settings.PLATFORM_AUDIENCE ?? demoProvider.address,
        baseUrl: addresses.backend.baseUrl,
        ...(await payments(parts)),
      },
    });
  },
};

/**
 * Whose word for a payment counts, and who is paid. Without WEBHOOK_PUBLIC_KEY only the development payer can settle
 * anything, so nothing real is ever bought; with it, the wallets of the demo must not stand in for real ones.
 */
async function payments({ settings, embedded, dataDir, environment }: AreaParts) {
  const { WEBHOOK_PUBLIC_KEY, NEXT_PUBLIC_RECIPIENT_ADDRESS, NEXT_PUBLIC_PLATFORM_RECIPIENT_ADDRESS } = settings;
  const wallets = { NEXT_PUBLIC_RECIPIENT_ADDRESS, NEXT_PUBLIC_PLATFORM_RECIPIENT_ADDRESS };
  const unset = Object.entries(wallets).filter(([, value]) => value === undefined).map(([name]) => name);
  if (WEBHOOK_PUBLIC_KEY !== undefined && !embedded && unset.length > 0) {
    throw new SettingsError(unset.map((name) => `${name} is not set: payments that count need a recipient`));
  }
  if (WEBHOOK_PUBLIC_KEY === undefined && !embedded) {
    environment.log.warn('WEBHOOK_PUBLIC_KEY is not set: only payments by the development payer settle invoices');
  }
  return {
    webhookPublicKey: WEBHOOK_PUBLIC_KEY ?? (await ownPaymentKey(dataDir)).publicKey,
    recipients: {
      chain: NEXT_PUBLIC_RECIPIENT_ADDRESS ?? demoRecipients.chain,
      platform: NEXT_PUBLIC_PLATFORM_RECIPIENT_ADDRESS ?? demoRecipients.platform,
    },
  };
}
