import { freePort } from '../runtime/start/ports.ts';
import { type ServiceName, serviceNames } from './service-name.ts';
import type { PlatformSettings } from './settings.ts';

/** Port and public address of a service. */
export interface Address {
  readonly port: number;
  /** Public address without a trailing slash, used for the issuer, links and htu. */
  readonly baseUrl: string;
}

export type Addresses = Readonly<Record<ServiceName, Address>>;

/**
 * Determines port and public address of every service, including those that run elsewhere.
 *
 * @param addressOf public address of a port without a setting
 */
export async function chooseAddresses(
  settings: PlatformSettings,
  addressOf = (port: number) => `http://localhost:${port}`,
): Promise<Addresses> {
  const entries = await Promise.all(
    serviceNames.map(async (name): Promise<[ServiceName, Address]> => {
      const prefix = name.toUpperCase() as Uppercase<ServiceName>;
      const configured = settings[`${prefix}_PORT`];
      // A service needs its public address at creation, so port 0 is replaced by a free port first.
      const port = configured === 0 ? await freePort(settings.HOST) : configured;
      return [name, { port, baseUrl: settings[`${prefix}_BASE_URL`] ?? addressOf(port) }];
    }),
  );
  // The list above has an entry for every service name.
  return Object.fromEntries(entries) as Record<ServiceName, Address>;
}
