import { backendMigrations } from '../backend/migrations/index.ts';
import { products } from '../backend/invoices/products.ts';
import { createBackendService } from '../backend/service.ts';
import type { AreaService } from './platform-service.ts';
import { backendSettings, paymentSettings } from './area-settings.ts';

export const backendService: AreaService = {
  migrations: backendMigrations,
  hint: 'mini-app backend: reference at /docs',
  start: async (parts) => {
    const { database, replica, usedProofs, environment, masterKey, now, randomBytes, newId, fetch } = parts;
    return createBackendService({
      database,
      replica,
      usedProofs,
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
