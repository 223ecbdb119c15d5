import type { Area } from '../typed-contract/areas.ts';
import type { AreaService, PlatformService } from './platform-service.ts';
import { webService } from './web-service.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../runtime/database/database.ts';
import { migrate, migrationsCurrent } from '../runtime/database/migrations.ts';
import { backendMigrations } from '../backend/database.ts';
import { products } from '../backend/invoices/products.ts';
import { createBackendService } from '../backend/service.ts';
import { backendDerivedKeys } from '../backend/payments/settled-hook.ts';
import { backendSettings, paymentSettings, ssoLifetimes } from './load-settings.ts';
import { forumMigrations } from '../forum/database.ts';
import { createForumService } from '../forum/service.ts';
import { registerForumPages } from '../web/forum/register-forum-pages.ts';
import { forumResourceOf, issuerOf, jwksUrlOf, platformResources } from './addresses.ts';
import { notificationsMigrations } from '../notifications/database.ts';
import { notificationsSealedColumns } from '../notifications/stores.ts';
import { seedDemoApp } from '../notifications/apps/seed-demo-app.ts';
import { createNotificationsService } from '../notifications/service.ts';
import {
  demoApp,
  demoWebhookPath,
  loadDemoApiKey,
  commandLineProvider,
  ownProviders,
  seedDemoWebhook,
  webClientId,
  demoProvider,
  demoRedirectUris,
} from './development-data.ts';
import { createApprovalReadModel } from '../sso/sign-in/approval-read-model.ts';
import { createDeviceReadModel } from '../sso/sign-in/device-authorization.ts';
import { createLogoutModel } from '../sso/sessions/logout.ts';
import { ssoMigrations } from '../sso/database.ts';
import { ssoDerivedKeys, ssoSealedColumns } from '../sso/keys/derived-keys.ts';
import { derivedKeysColumn, withStoredDerivedKeys } from '../runtime/database/derived-keys.ts';
import { createSsoService } from '../sso/service.ts';
import { languages } from '../web/language/language.ts';
import { registerApprovalPages } from '../web/approval/register-approval-pages.ts';
import { registerLogoutPages } from '../web/logout/logout-pages.ts';
import { registerDevicePages } from '../web/device/device-pages.ts';

const backendService: AreaService = {
  migrations: backendMigrations,
  sealedColumns: [derivedKeysColumn(backendDerivedKeys)],
  hint: 'mini-app backend: reference at /docs',
  start: async (parts) => {
    const { database, replica, usedProofs, environment, masterKey, now, randomBytes, newId, fetch } = parts;
    return createBackendService({
      database,
      replica,
      usedProofs,
      environment,
      masterKey: async () =>
        withStoredDerivedKeys({ ...backendDerivedKeys, database, masterKey: await masterKey(), now }),
      now,
      randomBytes,
      newId,
      fetch,
      products,
      settings: { ...backendSettings(parts), ...(await paymentSettings(parts)) },
    });
  },
};

const forumService: AreaService = {
  migrations: forumMigrations,
  hint: 'forum: read it in a browser; reference at /docs',
  start: ({ settings, addresses, demoData, database, replica, usedProofs, environment, now, newId, fetch }) =>
    createForumService({
      database,
      replica,
      usedProofs,
      environment,
      now,
      newId,
      fetch,
      pages: (app, readModel) =>
        registerForumPages(app, readModel, {
          baseUrl: addresses.forum.baseUrl,
          navigation: environment.navigation ?? [],
          now,
        }),
      settings: {
        issuer: issuerOf(addresses),
        jwksUrl: jwksUrlOf(settings, addresses),
        audience: [settings.FORUM_AUDIENCE ?? issuerOf(addresses), forumResourceOf(settings, addresses)],
        resource: forumResourceOf(settings, addresses),
        baseUrl: addresses.forum.baseUrl,
        ownAddresses: environment.ownAddresses,
        consoleOrigins: [new URL(addresses.web.baseUrl).origin],
        limits:
          settings.RATE_LIMITS === 'off'
            ? undefined
            : {
                posts: settings.FORUM_BUDGET_POSTS,
                comments: settings.FORUM_BUDGET_COMMENTS,
                votes: settings.FORUM_BUDGET_VOTES,
                newOwnerShare: settings.FORUM_NEW_OWNER_SHARE ?? (demoData ? 1 : 0.1),
                duplicates: settings.FORUM_DUPLICATES,
              },
      },
    }),
};

const notificationsService: AreaService = {
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

const ssoService: AreaService = {
  migrations: ssoMigrations,
  sealedColumns: ssoSealedColumns,
  hint: 'sign-in provider: your sessions at /owner, reference at /docs',
  start: async ({
    settings,
    maskedSettings,
    addresses,
    database,
    replica,
    usedProofs,
    masterKey,
    adminKey,
    environment,
    demoData,
    now,
    randomBytes,
    newId,
    newSigningKeyPair,
    notificationsFetch,
  }) => {
    const service = await createSsoService({
      database,
      replica,
      usedProofs,
      masterKey: await withStoredDerivedKeys({ ...ssoDerivedKeys, database, masterKey: await masterKey(), now }),
      environment,
      now,
      randomBytes,
      newId,
      newSigningKeyPair,
      notifications:
        settings.SYSTEM_PUSHES === 'on'
          ? { baseUrl: addresses.notifications.baseUrl, fetch: notificationsFetch }
          : undefined,
      pages: (app, context) =>
        registerApprovalPages(
          app,
          createApprovalReadModel(context),
          issuerOf(addresses),
          context.settings.registration,
          environment.navigation ?? [],
          (instance, send) => {
            const baseUrl = issuerOf(addresses);
            registerDevicePages(instance, createDeviceReadModel(context), { baseUrl, send });
            registerLogoutPages(instance, createLogoutModel(context), { baseUrl, send });
          },
          settings.SYSTEM_PUSHES === 'on' ? addresses.notifications.baseUrl : undefined,
        ),
      settings: {
        issuer: issuerOf(addresses),
        adminKey: await adminKey(),
        dpopNonce: settings.DPOP_NONCE === 'on',
        // Production has to choose (production.ts).
        registration: settings.REGISTRATION ?? 'open',
        lifetimes: ssoLifetimes(settings),
        clientRegistration: settings.CLIENT_REGISTRATION ?? (demoData ? 'open' : 'off'),
        clientAllowTargets: settings.CLIENT_ALLOW_TARGETS,
        emailPseudonymDomain: settings.EMAIL_PSEUDONYM_DOMAIN,
        resources: platformResources(settings, addresses),
        consoleClient: ownProviders.console.address,
        reservedNames: [
          'Platform Sign-In',
          commandLineProvider.name,
          ...Object.values(ownProviders).map(({ name }) => name),
        ],
        developerClients: [ownProviders.portal.address, commandLineProvider.address],
        portalUrl: `${addresses.web.baseUrl}${ownProviders.portal.path}`,
        maskedSettings,
        uiLocales: languages,
        androidApps: settings.ANDROID_APP_LINKS,
        appleAppIds: settings.APPLE_APP_IDS,
      },
    });
    for (const { address, name, path, reach } of Object.values(ownProviders))
      await service.registerOwnProvider({
        address,
        name,
        reach,
        redirectUris: [`${addresses.web.baseUrl}${path}/callback`],
        allowedOrigins: [new URL(addresses.web.baseUrl).origin],
      });
    await service.seedProvider(commandLineProvider);
    if (demoData) {
      await service.seedProvider({
        address: demoProvider.address,
        name: demoProvider.name,
        reach: 'platform',
        redirectUris: [...demoProvider.redirectUris, ...demoRedirectUris({ addresses })],
        // The pages may have another address than this machine.
        allowedOrigins: [...new Set([...demoProvider.allowedOrigins, new URL(addresses.web.baseUrl).origin])],
      });
    }
    return service;
  },
};

export const areaServices: Readonly<Record<Area, AreaService>> = {
  sso: ssoService,
  forum: forumService,
  backend: backendService,
  notifications: notificationsService,
};

/** Every service that `npm start` can run. */
export const platformServices = { ...areaServices, web: webService } satisfies Record<
  string,
  AreaService | PlatformService
>;

export interface MigrateTablesOptions {
  /** The areas of this database. */
  readonly areas: readonly Area[];
  readonly database: Database;
  /** The PostgreSQL server without a connection pooler; undefined for the embedded engine. */
  readonly directUrl: string | undefined;
  readonly log: DatabaseOptions['log'];
}

/** Migrates the tables of the areas of one database. */
export async function migrateTables({ areas: chosen, database, directUrl, log }: MigrateTablesOptions): Promise<void> {
  // A migration needs a connection of its own without limits, which a pooler would share.
  const direct =
    directUrl === undefined
      ? undefined
      : await openDatabase({ databaseUrl: directUrl, poolSize: 1, statements: 'unlimited', log });
  try {
    for (const area of chosen) await migrate(direct ?? database, area, areaServices[area].migrations);
  } finally {
    await direct?.close();
  }
}

/** Checks that all migrations are applied. @throws Error that names the service whose tables are outdated */
export async function checkTables(chosen: readonly Area[], database: Database): Promise<void> {
  for (const area of chosen) {
    if (!(await migrationsCurrent(database, area, areaServices[area].migrations)))
      throw new Error(
        `The tables of ${area} are not up to date. Run npx platform migrate, or start once with RUN_MIGRATIONS=true.`,
      );
  }
}
