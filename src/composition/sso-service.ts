import { createApprovalReadModel } from '../sso/sign-in/approval-read-model.ts';
import { createDeviceReadModel } from '../sso/sign-in/device-authorization.ts';
import { createLogoutModel } from '../sso/sessions/logout.ts';
import { ssoMigrations } from '../sso/migrations/index.ts';
import { ssoSealedColumns, withStoredDerivedKeys } from '../sso/keys/derived-keys.ts';
import { createSsoService } from '../sso/service.ts';
import { languages } from '../web/language/language.ts';
import { registerApprovalPages } from '../web/approval/register-approval-pages.ts';
import { registerLogoutPages } from '../web/logout/logout-pages.ts';
import { registerDevicePages } from '../web/device/device-pages.ts';
import type { AreaService } from './platform-service.ts';
import { commandLineProvider, demoProvider, demoRedirectUris, ownProviders } from './development-data.ts';
import { issuerOf, platformResources } from './addresses.ts';
import { ssoLifetimes } from './area-settings.ts';

export const ssoService: AreaService = {
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
    fetch,
  }) => {
    const service = await createSsoService({
      database,
      replica,
      usedProofs,
      masterKey: await withStoredDerivedKeys({ database, masterKey: await masterKey(), now }),
      environment,
      now,
      randomBytes,
      newId,
      newSigningKeyPair,
      notifications: settings.SYSTEM_PUSHES === 'on' ? { baseUrl: addresses.notifications.baseUrl, fetch } : undefined,
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
