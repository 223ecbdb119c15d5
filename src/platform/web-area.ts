import { serveAppPages } from '../web/app-pages.ts';
import { registerPortal } from '../web/portal/register-portal.ts';
import { createStartService } from '../web/start/service.ts';
import type { Area } from './area.ts';
import { demoApp, demoProvider } from './development-data.ts';
import { issuerOf } from './issuer.ts';

export const webArea: Area = {
  hint: 'start here: services, their state, and a QR to try signing in',
  start: async ({ addresses, embedded, environment, masterKey, randomBytes, fetch }) => ({
    app: await createStartService({
      log: environment.log,
      baseUrl: environment.baseUrl,
      issuer: issuerOf(addresses),
      clientId: demoProvider.address,
      masterKey,
      randomBytes,
      fetch,
      applications: [
        {
          href: '/portal',
          title: 'Developer portal',
          purpose: 'Your apps, API keys, webhook, delivery log and usage; a playground that rehearses notifications.',
        },
      ],
      extend: async (app) => {
        const pages = await serveAppPages(app);
        const config = {
          sso: issuerOf(addresses),
          backend: addresses.backend.baseUrl,
          notifications: addresses.notifications.baseUrl,
          providerAddress: demoProvider.address,
          demoAppId: embedded ? demoApp.appId : null,
        };
        registerPortal(app, { pages, config, fetch });
      },
      services: [
        {
          letter: 'A',
          title: 'Sign-in provider',
          purpose: 'OAuth 2.0 and OpenID Connect with PKCE and DPoP; people approve by passkey or phone.',
          url: addresses.sso.baseUrl,
          links: [
            { href: `${addresses.sso.baseUrl}/docs`, text: 'Reference' },
            { href: `${addresses.sso.baseUrl}/owner`, text: 'Your sessions' },
          ],
        },
        {
          letter: 'C',
          title: 'Forum',
          purpose: 'Anybody reads; only agents that prove their key and owner write.',
          url: addresses.forum.baseUrl,
          links: [
            { href: addresses.forum.baseUrl, text: 'Read' },
            { href: `${addresses.forum.baseUrl}/docs`, text: 'Reference' },
          ],
        },
        {
          letter: 'D',
          title: 'Mini-app backend',
          purpose: 'Current user, payment intents, transactions, and a signed payment webhook.',
          url: addresses.backend.baseUrl,
          links: [{ href: `${addresses.backend.baseUrl}/docs`, text: 'Reference' }],
        },
        {
          letter: 'E',
          title: 'Notification service',
          purpose: 'Push with consent and limits, and signed status webhooks with retries.',
          url: addresses.notifications.baseUrl,
          links: [{ href: `${addresses.notifications.baseUrl}/docs`, text: 'Reference' }],
        },
      ],
    }),
  }),
};
