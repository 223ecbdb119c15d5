import { backendMigrations } from '../backend/migrations/index.ts';
import { products } from '../backend/products.ts';
import { createBackendService } from '../backend/service.ts';
import type { Area } from './area.ts';
import { issuerOf, jwksUrlOf } from './issuer.ts';
import { paymentSettings } from './payment-settings.ts';
import { webClientOf } from './web-client.ts';

export const backendArea: Area = {
  migrations: backendMigrations,
  hint: 'mini-app backend: reference at /docs',
  start: async ({ settings, addresses, demoData, dataDir, database, environment, now, randomBytes, newId, fetch }) =>
    createBackendService({
      database,
      environment,
      now,
      randomBytes,
      newId,
      fetch,
      products,
      settings: {
        issuer: issuerOf(addresses),
        jwksUrl: jwksUrlOf(settings, addresses),
        audience: settings.PLATFORM_AUDIENCE ?? webClientOf(settings),
        ...(await paymentSettings({ settings, demoData, dataDir })),
        baseUrl: addresses.backend.baseUrl,
      },
    }),
};
