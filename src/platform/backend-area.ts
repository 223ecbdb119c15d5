import { backendMigrations } from '../backend/migrations/index.ts';
import { createBackendService } from '../backend/service.ts';
import type { Area } from './area.ts';
import { demoRecipients, ownPaymentKey } from './development-data.ts';
import { issuerOf, jwksUrlOf } from './issuer.ts';
import { webClientOf } from './web-client.ts';

export const backendArea: Area = {
  migrations: backendMigrations,
  hint: 'mini-app backend: reference at /docs',
  start: async ({ settings, addresses, dataDir, database, environment, now, randomBytes, newId, fetch }) =>
    createBackendService({
      database,
      environment,
      now,
      randomBytes,
      newId,
      fetch,
      settings: {
        issuer: issuerOf(addresses),
        jwksUrl: jwksUrlOf(settings, addresses),
        audience: settings.PLATFORM_AUDIENCE ?? webClientOf(settings),
        webhookPublicKey: settings.WEBHOOK_PUBLIC_KEY ?? (await ownPaymentKey(dataDir)).publicKey,
        recipients: {
          chain: settings.NEXT_PUBLIC_RECIPIENT_ADDRESS ?? demoRecipients.chain,
          platform: settings.NEXT_PUBLIC_PLATFORM_RECIPIENT_ADDRESS ?? demoRecipients.platform,
        },
        baseUrl: addresses.backend.baseUrl,
      },
    }),
};
