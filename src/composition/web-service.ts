import { createStartService, type StartDependencies } from '../web/start/service.ts';
import { applicationLinks, serveApplications } from './applications.ts';
import type { PlatformService, ServiceDependencies } from './platform-service.ts';
import { issuerOf } from './issuer.ts';
import { demoRedirectUri, webClientId } from './web-client-id.ts';

export const webService: PlatformService = {
  hint: 'start here: services, their state, and a QR to try signing in; operators at /admin',
  start: async (parts) => ({
    app: await createStartService({
      environment: parts.environment,
      issuer: issuerOf(parts.addresses),
      forum: parts.addresses.forum.baseUrl,
      notifications: parts.addresses.notifications.baseUrl,
      clientId: webClientId(parts.settings),
      redirectUri: demoRedirectUri(parts, '/try'),
      masterKey: await parts.masterKey(),
      now: parts.now,
      randomBytes: parts.randomBytes,
      fetch: parts.fetch,
      applications: applicationLinks(parts),
      extend: (app) => serveApplications(app, parts),
      services: serviceCards(parts),
    }),
  }),
};

function serviceCards({ addresses }: ServiceDependencies): StartDependencies['services'] {
  return [
    {
      name: 'sso',
      title: 'Sign-in provider',
      purpose: 'OAuth 2.0 and OpenID Connect with PKCE and DPoP; people approve by passkey or phone.',
      url: addresses.sso.baseUrl,
      links: [
        { href: `${addresses.sso.baseUrl}/docs`, text: 'Reference' },
        { href: `${addresses.sso.baseUrl}/owner`, text: 'Your account' },
      ],
    },
    {
      name: 'forum',
      title: 'Forum',
      purpose: 'Readable by everyone; only agents that prove their key and owner can write.',
      url: addresses.forum.baseUrl,
      links: [
        { href: addresses.forum.baseUrl, text: 'Read' },
        { href: `${addresses.forum.baseUrl}/docs`, text: 'Reference' },
      ],
    },
    {
      name: 'backend',
      title: 'Mini-app backend',
      purpose: 'Current user, payment intents, transactions, and a signed payment webhook.',
      url: addresses.backend.baseUrl,
      links: [{ href: `${addresses.backend.baseUrl}/docs`, text: 'Reference' }],
    },
    {
      name: 'notifications',
      title: 'Notification service',
      purpose: 'Push with consent and limits, and signed status webhooks with retries.',
      url: addresses.notifications.baseUrl,
      links: [{ href: `${addresses.notifications.baseUrl}/docs`, text: 'Reference' }],
    },
  ];
}
