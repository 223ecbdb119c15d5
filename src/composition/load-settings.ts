import { products } from '../backend/invoices/products.ts';
import { backendProblems, type BackendSettings } from '../backend/settings.ts';
import { inspectEnvironment } from '../runtime/start/setting-sources.ts';
import { describeSettings, SettingsError } from '../runtime/start/settings.ts';
import { ssoSettingsProblems, defaultLifetimes, type SsoLifetimes } from '../sso/settings.ts';
import { chooseAddresses, issuerOf, jwksUrlOf } from './addresses.ts';
import type { ServiceDependencies } from './platform-service.ts';
import { databasesOf, isEmbedded } from './database-settings.ts';
import type { LanHost } from './lan/lan-host.ts';
import { type PlatformSettings, platformSettings, type ServiceName } from './settings.ts';
import { isProduction, productionProblems } from './production.ts';
import { demoRecipients, loadPaymentKeys, ownProviders, webClientId } from './development-data.ts';

export type LoadedSettings = Pick<
  ServiceDependencies,
  'settings' | 'maskedSettings' | 'addresses' | 'production' | 'demoData'
>;

/**
 * Checks of each service over several settings. They run before any service is loaded. A key that DEMO_DATA generates
 * needs no check.
 */
const checks: Readonly<Partial<Record<ServiceName, (chosen: LoadedSettings) => readonly string[]>>> = {
  sso: ({ settings, addresses }) =>
    ssoSettingsProblems({ issuer: issuerOf(addresses), lifetimes: ssoLifetimes(settings) }),
  backend: (chosen) => backendProblems(backendSettings(chosen), products),
};

/**
 * Loads and checks the settings of the chosen services.
 *
 * @param lan where devices of the local network reach this computer; undefined without `--lan`
 * @throws SettingsError that lists all violations: of files, of values and of the services' rules
 */
export async function loadSettings(
  services: readonly ServiceName[],
  env: Readonly<Record<string, string | undefined>>,
  lan?: LanHost,
): Promise<LoadedSettings> {
  const { env: read, values: settings, problems } = inspectEnvironment(platformSettings, env);
  const addresses = await chooseAddresses(settings, lan && ((port) => `https://${lan.host}:${port}`));
  const installation = { services, env: read, settings, addresses };
  // The local network is for development: demo data, on the devices of the developer.
  const production = lan === undefined && isProduction(installation);
  const chosen: LoadedSettings = {
    settings,
    maskedSettings: describeSettings(platformSettings, read),
    addresses,
    production,
    demoData: settings.DEMO_DATA ?? (isEmbedded(settings) && !production),
  };
  const areas = services.filter((name) => name !== 'web');
  const usesEmbedded = databasesOf(settings, areas).some(({ databaseUrl }) => databaseUrl === undefined);
  const all = [
    ...problems,
    ...(settings.PROCESSES > 1 && usesEmbedded
      ? [
          `PROCESSES is "${read['PROCESSES']}", but only one process can use the embedded database; set DATABASE_URL to a PostgreSQL server, or PROCESSES=1`,
        ]
      : []),
    ...unknownDpopResources(settings),
    ...(lan && settings.PROCESSES > 1 ? ['--lan serves with one process: remove PROCESSES'] : []),
    ...(production ? productionProblems(installation) : []),
    ...services.flatMap((name) => checks[name]?.(chosen) ?? []),
  ];
  if (all.length > 0) throw new SettingsError(all);
  return chosen;
}

/** A misspelled address would silently let a service receive tokens without a key. */
const unknownDpopResources = ({ DPOP_RESOURCES: demanding = [], RESOURCE_SERVERS: known = [] }: PlatformSettings) =>
  demanding
    .filter((uri) => !known.some(({ url }) => url === uri))
    .map((uri) => `DPOP_RESOURCES names "${uri}", which RESOURCE_SERVERS does not: write the URL as it is there`);

/** Derives the backend's settings, without the webhook key that DEMO_DATA generates. */
export const backendSettings = ({
  settings,
  addresses,
  demoData,
}: Pick<ServiceDependencies, 'settings' | 'addresses' | 'demoData'>): BackendSettings => ({
  issuer: issuerOf(addresses),
  jwksUrl: jwksUrlOf(settings, addresses),
  audience: settings.PLATFORM_AUDIENCE ?? webClientId(settings),
  hostAudience:
    demoData && settings.PLATFORM_AUDIENCE === undefined && settings.WEB_PROVIDER_ADDRESS === undefined
      ? ownProviders.host.address
      : undefined,
  webhookPublicKeys: settings.WEBHOOK_PUBLIC_KEY ?? [],
  tokenNames: settings.PAYMENT_TOKEN_NAMES,
  invoiceHours: settings.INVOICE_HOURS,
  settledHookUrl: settings.SETTLED_HOOK_URL,
  webhookAllowTargets: settings.WEBHOOK_ALLOW_TARGETS,
  consoleOrigins: [new URL(addresses.web.baseUrl).origin],
  recipients: recipientsOf({ settings, demoData }),
  baseUrl: addresses.backend.baseUrl,
});

/**
 * Returns the webhook key and the payment recipients. Only DEMO_DATA has default ones, so that no real payment goes to an
 * unowned wallet.
 */
export async function paymentSettings({
  settings,
  demoData,
  dataDir,
}: Pick<ServiceDependencies, 'settings' | 'demoData' | 'dataDir'>): Promise<
  Pick<BackendSettings, 'webhookPublicKeys' | 'recipients'>
> {
  const demoKeys = async () => (demoData ? loadPaymentKeys(dataDir) : []);
  return {
    webhookPublicKeys: settings.WEBHOOK_PUBLIC_KEY ?? (await demoKeys()),
    recipients: recipientsOf({ settings, demoData }),
  };
}

function recipientsOf({
  settings,
  demoData,
}: Pick<ServiceDependencies, 'settings' | 'demoData'>): BackendSettings['recipients'] {
  const demo = demoData ? demoRecipients : undefined;
  return {
    chain: settings.NEXT_PUBLIC_RECIPIENT_ADDRESS ?? demo?.chain,
    platform: settings.NEXT_PUBLIC_PLATFORM_RECIPIENT_ADDRESS ?? demo?.platform,
  };
}

const secondsPerDay = 86_400;

export const ssoLifetimes = (settings: PlatformSettings): SsoLifetimes => ({
  ...defaultLifetimes,
  authorization: settings.AUTHORIZATION_SECONDS,
  keyNotice: settings.KEY_NOTICE_SECONDS,
  refreshToken: settings.REFRESH_TOKEN_DAYS * secondsPerDay,
  ownerSession: settings.OWNER_SESSION_DAYS * secondsPerDay,
  agentSession: settings.AGENT_SESSION_DAYS * secondsPerDay,
  consoleSession: settings.CONSOLE_SESSION_HOURS * 3_600,
});
