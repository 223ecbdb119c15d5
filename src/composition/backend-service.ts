import { backendMigrations } from '../backend/migrations/index.ts';
import { products } from '../backend/invoices/products.ts';
import { createBackendService } from '../backend/service.ts';
import type { PlatformService } from './platform-service.ts';
import { backendSettings, paymentSettings } from './area-settings.ts';

export const backendService: PlatformService = {
  migrations: backendMigrations,
  hint: 'mini-app backend: reference at /docs',
  start: async (parts) => {
    const { database, environment, masterKey, now, randomBytes, newId, fetch } = parts;
    return createBackendService({
      database,
      environment,
      masterKey,
      now,
      randomBytes,
      newId,
      fetch,
      products,
      settings: { ...backendSettings(parts), ...(await paymentSettings(parts)) },
    });
  },
};
