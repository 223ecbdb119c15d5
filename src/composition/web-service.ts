import { setTimeout as sleep } from 'node:timers/promises';
import { ed25519 } from '@noble/curves/ed25519.js';
import type { FastifyInstance } from 'fastify';
import { createStartService, type StartDependencies } from '../web/start/service.ts';
import type { PlatformService, ServiceDependencies } from './platform-service.ts';
import { issuerOf, jwksUrlOf } from './addresses.ts';
import {
  demoApp,
  demoRecipients,
  demoRedirectUri,
  loadDemoApiKey,
  loadDemoWebhookKey,
  loadPaymentKey,
  ownProviders,
  webClientId,
} from './development-data.ts';
import { DeliveryFailedError } from '../payment-simulator/deliver.ts';
import { createPayer } from '../payment-simulator/payer.ts';
import { products } from '../backend/invoices/products.ts';
import { registerConsole, registerUi, serveAppPages } from '../web/app-pages.ts';
import { createPayerCheck, type HostDependencies, registerHost } from '../web/host/register-host.ts';
import { registerMiniApp } from '../web/mini-app/register-mini-app.ts';
import { registerDocumentation } from '../web/documentation/register-documentation.ts';
import { registerLanguageSwitch } from '../web/language/request-language.ts';
import { createServiceFetch } from '../web/service-routes.ts';
import { registerPortal } from '../web/portal/register-portal.ts';
import { createTokenVerification } from '../runtime/caller/resource-server.ts';
import { HttpProblemError } from '../runtime/errors/domain-error.ts';
import type { ApplicationLink } from '../web/start/start-page.ts';

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

const portal: ApplicationLink = {
  href: '/portal',
  title: 'Developer portal',
  purpose: 'Your apps, API keys, webhook, delivery log and usage; a playground that sends test notifications.',
};
const host: ApplicationLink = {
  href: '/host',
  title: 'Web host',
  purpose: 'Open the demo mini app as its customer: allow notifications, get one, tap it, buy something.',
};

/** Applications that the start page links. The host shows the demo mini app and pays with the demo key. */
const applicationLinks = ({ demoData }: ServiceDependencies): readonly ApplicationLink[] =>
  demoData ? [portal, host] : [portal];

/** Creates portal, host and demo mini app as parts of the web service. */
async function serveApplications(app: FastifyInstance, parts: ServiceDependencies): Promise<void> {
  const { addresses, demoData, environment, dataDir, masterKey, settings, now } = parts;
  const fetch = createServiceFetch(parts.fetch);
  const { navigation = [], ownAddresses } = environment;
  const { SECURITY_CONTACT: contact } = settings;
  const security = contact === undefined ? undefined : { contact, baseUrl: addresses.web.baseUrl, now };
  await registerDocumentation(app, { navigation, ownAddresses, security });
  registerLanguageSwitch(app, addresses.web.baseUrl);
  const pages = await serveAppPages(app, navigation);
  const config = {
    sso: issuerOf(addresses),
    backend: addresses.backend.baseUrl,
    notifications: addresses.notifications.baseUrl,
    providerAddress: webClientId(settings),
    redirectUri: null,
    demoAppId: demoData ? demoApp.appId : null,
  };
  /** An operator's own application signs in by QR code: its redirect URIs are not known here. */
  const configOf = ({ address, path }: { readonly address: string; readonly path: string }) =>
    settings.WEB_PROVIDER_ADDRESS === undefined
      ? { ...config, providerAddress: address, redirectUri: `${addresses.web.baseUrl}${path}/callback` }
      : config;
  // The console is an application of the platform in every installation.
  const { console: operatorConsole } = ownProviders;
  registerConsole(app, {
    pages,
    config: {
      ...config,
      forum: addresses.forum.baseUrl,
      providerAddress: operatorConsole.address,
      redirectUri: `${addresses.web.baseUrl}${operatorConsole.path}/callback`,
    },
  });
  registerPortal(app, { pages, config: configOf(ownProviders.portal), fetch });
  if (!demoData) return;
  registerUi(app, pages);

  const { seed, publicKey } = await loadPaymentKey(dataDir);
  const payer = createPayer({
    baseUrl: addresses.backend.baseUrl,
    sign: (message) => ed25519.sign(message, seed),
    fetch,
    sleep: (ms) => sleep(ms),
    random: Math.random,
  });
  const pay: HostDependencies['pay'] = async (invoice) => {
    // An invoice can expire while the payment sheet shows it.
    if (settings.WEBHOOK_PUBLIC_KEY?.includes(publicKey) ?? true)
      return payer.pay(invoice, { refusesExpired: true }).catch(explainFailure);
    throw new Error('Payments are verified with WEBHOOK_PUBLIC_KEY here; the web host pays with the demo key alone.');
  };
  const hostConfig = configOf(ownProviders.host);
  const requirePayer = createPayerCheck({
    ...createTokenVerification({
      issuer: config.sso,
      jwksUrl: jwksUrlOf(settings, addresses),
      fetch: parts.fetch,
      now,
    }),
    issuer: config.sso,
    clientId: hostConfig.providerAddress,
    now,
  });
  await registerHost(app, { pages, config: hostConfig, pay, requirePayer, fetch });
  const receivesWebhooks = settings.WEBHOOK_ALLOW_TARGETS.length > 0;
  await registerMiniApp(app, {
    pages,
    config: {
      ...config,
      redirectUri: demoRedirectUri(parts, '/mini-app') ?? null,
      products: products(demoRecipients, addresses.backend.baseUrl).map(
        ({ id, title, description, iconUrl, price, token, test }) => ({
          id,
          title,
          description,
          iconUrl,
          price,
          token,
          ...(test !== undefined && { test }),
        }),
      ),
    },
    apiKey: await loadDemoApiKey(dataDir),
    webhookPublicKey: receivesWebhooks ? (await loadDemoWebhookKey(dataDir, await masterKey())).publicKey : undefined,
    now,
    fetch,
  });
}

function explainFailure(error: unknown): never {
  if (error instanceof DeliveryFailedError)
    throw new HttpProblemError({ kind: 'unavailable', retryAfterSeconds: 2 }, error);
  throw error;
}
