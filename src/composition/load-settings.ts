import { products } from '../backend/invoices/products.ts';
import { backendProblems } from '../backend/settings.ts';
import { misspelledSettings, readSecretFiles } from '../runtime/start/setting-sources.ts';
import { describeSettings, inspectSettings, SettingsError } from '../runtime/start/settings.ts';
import { ssoSettingsProblems } from '../sso/settings.ts';
import { chooseAddresses, issuerOf } from './addresses.ts';
import type { ServiceDependencies } from './platform-service.ts';
import { databasesOf, isEmbedded } from './database-settings.ts';
import { backendSettings, ssoLifetimes } from './area-settings.ts';
import type { LanHost } from './lan/lan-host.ts';
import { type PlatformSettings, platformSettings, type ServiceName } from './settings.ts';
import { isProduction, productionProblems } from './production.ts';

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
  const files = readSecretFiles(platformSettings, env);
  const { values: settings, problems } = inspectSettings(platformSettings, files.env);
  const addresses = await chooseAddresses(settings, lan && ((port) => `https://${lan.host}:${port}`));
  const installation = { services, env: files.env, settings, addresses };
  // The local network is for development: demo data, on the devices of the developer.
  const production = lan === undefined && isProduction(installation);
  const chosen: LoadedSettings = {
    settings,
    maskedSettings: describeSettings(platformSettings, files.env),
    addresses,
    production,
    demoData: settings.DEMO_DATA ?? (isEmbedded(settings) && !production),
  };
  const areas = services.filter((name) => name !== 'web');
  const usesEmbedded = databasesOf(settings, areas).some(({ databaseUrl }) => databaseUrl === undefined);
  const all = [
    ...files.problems,
    ...misspelledSettings(platformSettings, env),
    ...problems,
    ...(settings.PROCESSES > 1 && usesEmbedded
      ? [
          `PROCESSES is "${files.env['PROCESSES']}", but only one process can use the embedded database; set DATABASE_URL to a PostgreSQL server, or PROCESSES=1`,
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
