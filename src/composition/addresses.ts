import { freePort } from '../runtime/free-port.ts';
import { type ServiceName, serviceNames } from './service-name.ts';
import type { PlatformSettings } from './settings.ts';

/** Where a service listens and how it is known outside. */
export interface Address {
  readonly port: number;
  /** Public address without a trailing slash: issuer, links, htu. */
  readonly baseUrl: string;
}

export type Addresses = Readonly<Record<ServiceName, Address>>;

/** Chooses ports and public addresses. Every service knows all of them, whether it runs here or elsewhere. */
export async function chooseAddresses(settings: PlatformSettings): Promise<Addresses> {
  const entries = await Promise.all(
    serviceNames.map(async (name): Promise<[ServiceName, Address]> => {
      const prefix = name.toUpperCase() as Uppercase<ServiceName>;
      const wanted = settings[`${prefix}_PORT`];
      // The public address has to be known before a service is made, so the port is asked for first.
      const port = wanted === 0 ? await freePort(settings.HOST) : wanted;
      return [name, { port, baseUrl: settings[`${prefix}_BASE_URL`] ?? `http://localhost:${port}` }];
    }),
  );
  // Every service name has its entry: the list above is made from all of them.
  return Object.fromEntries(entries) as Record<ServiceName, Address>;
}
