import { notificationsMigrations } from '../notifications/migrations/index.ts';
import { notificationsSealedColumns } from '../notifications/sealed-columns.ts';
import { seedDemoApp } from '../notifications/apps/seed-demo-app.ts';
import { createNotificationsService } from '../notifications/service.ts';
import type { AreaService } from './platform-service.ts';
import {
  demoApp,
  demoWebhookPath,
  loadDemoApiKey,
  commandLineProvider,
  ownProviders,
  seedDemoWebhook,
  webClientId,
} from './development-data.ts';
import { issuerOf, jwksUrlOf } from './addresses.ts';

export const notificationsService: AreaService = {
  migrations: notificationsMigrations,
  sealedColumns: notificationsSealedColumns,
  hint: 'notification service: reference at /docs',
  start: async (parts) => {
    const {
      settings,
      addresses,
      dataDir,
      demoData,
      database,
      replica,
      usedProofs,
      masterKey,
      environment,
      now,
      randomBytes,
      newId,
      fetch,
    } = parts;
    if (demoData) {
      const apiKey = await loadDemoApiKey(dataDir);
      await seedDemoApp(database, { ...demoApp, ownerSub: null, apiKey }, { now, newId });
      // Webhooks go only to public addresses by default; the demo's server has none.
      if (settings.WEBHOOK_ALLOW_TARGETS.length > 0) {
        const url = `${addresses.web.baseUrl}${demoWebhookPath}`;
        await seedDemoWebhook(database, { dataDir, masterKey: await masterKey(), url, now });
      }
    }
    return createNotificationsService({
      database,
      replica,
      usedProofs,
      masterKey: await masterKey(),
      environment,
      now,
      randomBytes,
      newId,
      fetch,
      settings: {
        issuer: issuerOf(addresses),
        jwksUrl: jwksUrlOf(settings, addresses),
        // Otherwise every application of the provider could act for its users here.
        portalClients:
          settings.PORTAL_CLIENTS ??
          (demoData
            ? ['*']
            : [
                webClientId(settings),
                ownProviders.portal.address,
                ownProviders.host.address,
                commandLineProvider.address,
              ]),
        // The worker of the owner's app reports pushes.
        allowedOrigins: [addresses.web.baseUrl, new URL(issuerOf(addresses)).origin],
        webhookAllowTargets: settings.WEBHOOK_ALLOW_TARGETS,
        natsUrl: settings.NATS_URL,
        pushContact: settings.PUSH_CONTACT,
        apnsEndpoint: settings.APNS_ENDPOINT,
        fcmEndpoint: settings.FCM_ENDPOINT,
      },
    });
  },
};
