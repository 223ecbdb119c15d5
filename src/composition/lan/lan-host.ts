import { hostname, type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { SettingsError } from '../../runtime/start/settings.ts';

/** Where devices of the local network reach this computer. */
export interface LanHost {
  /** Host name: passkeys need one, and do not work with an IP address. */
  readonly host: string;
  /** IPv4 address of the interface. */
  readonly address: string;
}

export interface LanChoice {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly computer: string;
  readonly interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;
}

/**
 * Chooses host name and address: LAN_HOST and LAN_ADDRESS, or the name of the computer in `.local` (RFC 6762) and its first
 * address that is not loopback.
 *
 * @throws SettingsError when the computer is in no network, or a setting belongs to another way of running the platform
 */
export function chooseLanHost({ env, computer, interfaces }: LanChoice): LanHost {
  const reachable = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  const chosen = env['LAN_ADDRESS'];
  const address = chosen || reachable[0];
  const host = (env['LAN_HOST'] || (computer.includes('.') ? computer : `${computer}.local`)).toLowerCase();
  const problems = [
    ...(address === undefined ? ['--lan: this computer has no address in a network; connect it'] : []),
    // Every address of 127.0.0.0/8 is this computer's, although no list has them.
    ...(chosen && !/^127(?:\.\d{1,3}){3}$/.test(chosen) && !reachable.includes(chosen)
      ? [`LAN_ADDRESS is "${chosen}", not an IPv4 address of this computer (${reachable.join(', ') || 'it has none'})`]
      : []),
    ...(/^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(host) && !/^[\d.]+$/.test(host)
      ? []
      : [`--lan: ${host} is not a host name; set LAN_HOST to a name that the other devices resolve to ${address}`]),
    ...(env['NODE_ENV'] === 'production' ? ['--lan is for development, and NODE_ENV is production'] : []),
    ...Object.keys(env)
      .filter((name) =>
        /^(?:(?:SSO|FORUM|BACKEND|NOTIFICATIONS|WEB)_BASE_URL|HOST|INTERNAL_HOST|TRUSTED_PROXIES)$/.test(name),
      )
      .filter((name) => env[name])
      .map((name) => `--lan chooses ${name} itself: remove the setting`),
  ];
  if (problems.length > 0 || address === undefined) throw new SettingsError(problems);
  return { host, address };
}

/** Chooses from this computer. */
export const lanHostOf = (env: LanChoice['env']): LanHost =>
  chooseLanHost({ env, computer: hostname(), interfaces: networkInterfaces() });

/**
 * Returns the environment of the services: they listen on loopback behind the TLS server, which tells them the clients'
 * addresses, and have a data directory of their own, because passkeys and tokens belong to a host name.
 */
export const lanEnvironment = (env: LanChoice['env']): LanChoice['env'] => ({
  ...env,
  DATA_DIR: env['DATA_DIR'] || './.data/lan',
  INTERNAL_HOST: '127.0.0.1',
  TRUSTED_PROXIES: '127.0.0.1/32',
});
