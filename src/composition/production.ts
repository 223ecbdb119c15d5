import { isLoopbackHost } from '../runtime/outbound/outbound-target.ts';
import { type Area, areas } from '../typed-contract/areas.ts';
import type { Addresses } from './addresses.ts';
import type { PlatformSettings, ServiceName } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface Installation {
  readonly services: readonly ServiceName[];
  /** The environment, with secrets read from files. */
  readonly env: Environment;
  readonly settings: PlatformSettings;
  readonly addresses: Addresses;
}

/** Returns whether other people can reach this installation: then nothing insecure is a default. */
export function isProduction({ env, settings, addresses }: Omit<Installation, 'services'>): boolean {
  const hosts = [settings.HOST, ...Object.values(addresses).map(({ baseUrl }) => new URL(baseUrl).hostname)];
  return env['NODE_ENV'] === 'production' || !hosts.every(isLoopbackHost);
}

/** Port of probes and metrics in production, when ADMIN_PORT is not set. */
export const defaultAdminPort = 4009;

/** Services that read each setting which production requires. */
const required = {
  DATABASE_URL: {
    services: areas,
    remedy:
      'set the address of PostgreSQL, or embedded: for the embedded database; or <SERVICE>_DATABASE_URL for each service that is started',
  },
  MASTER_KEY: { services: ['sso', 'notifications', 'web'], remedy: 'create it with `npx platform secrets`' },
  SSO_ADMIN_KEY: { services: ['sso'], remedy: 'create it with `npx platform secrets`' },
  REGISTRATION: { services: ['sso'], remedy: 'choose who may become an owner: open, invite or closed' },
} as const satisfies Partial<
  Record<keyof PlatformSettings, { readonly services: readonly ServiceName[]; readonly remedy: string }>
>;

/** Whether a service has a database of its own, so that it does not read DATABASE_URL. */
const hasOwn = (name: string, service: ServiceName, env: Environment): boolean =>
  name === 'DATABASE_URL' && Boolean(env[`${service.toUpperCase()}_${name}`]);

/** Returns the settings that production requires, that some of the services read, and that the environment lacks. */
const missingSettings = (services: readonly ServiceName[], env: Environment, settings: Partial<typeof required>) =>
  Object.entries(settings).flatMap(([name, { services: readers, remedy }]) =>
    !env[name] && readers.some((reader) => services.includes(reader) && !hasOwn(name, reader, env))
      ? [`${name} is not set, and production needs it: ${remedy}`]
      : [],
  );

/** Returns what a program that opens the databases of areas lacks in production: it would open the embedded one. */
export function missingDatabase(chosen: readonly Area[], env: Environment): readonly string[] {
  const { DATABASE_URL } = required;
  return env['NODE_ENV'] === 'production' ? missingSettings(chosen, env, { DATABASE_URL }) : [];
}

/** Returns what production lacks or must not have; empty when the services may start. */
export function productionProblems({ services, env, settings, addresses }: Installation): readonly string[] {
  const insecure = settings.ALLOW_INSECURE_HTTP
    ? []
    : // Tokens name the provider's address, so every service needs it.
      [...new Set<ServiceName>([...services, 'sso'])]
        .filter((name) => !addresses[name].baseUrl.startsWith('https:'))
        .map(
          (name) =>
            `${name.toUpperCase()}_BASE_URL is ${addresses[name].baseUrl}, not https; set the public https address, or ALLOW_INSECURE_HTTP=true`,
        );
  const demo = [
    ...(settings.DEMO_DATA === true
      ? ['DEMO_DATA is true: demo keys and simulated payments are for development; remove the setting']
      : []),
    ...(settings.PORTAL_CLIENTS?.includes('*')
      ? ['PORTAL_CLIENTS is *, so that every application could act for its users; name the applications']
      : []),
  ];
  const unlimited =
    settings.RATE_LIMITS === 'off'
      ? [
          'RATE_LIMITS is off, so that one client can use up the service; remove the setting, or raise the single limits',
        ]
      : [];
  const unsigned =
    services.includes('backend') && settings.SETTLED_HOOK_URL !== undefined && !env['MASTER_KEY']
      ? ['SETTLED_HOOK_URL is set without MASTER_KEY, which its signing key is derived from: set both']
      : [];
  return [...new Set([...missingSettings(services, env, required), ...insecure, ...demo, ...unlimited, ...unsigned])];
}
