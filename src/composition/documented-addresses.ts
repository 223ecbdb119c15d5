import type { Addresses } from './addresses.ts';
import { type ServiceName, serviceNames } from './service-name.ts';

/** Ports in contracts and guides: those of a platform that is started with its defaults. */
const documentedPorts: Readonly<Record<ServiceName, number>> = {
  web: 4000,
  sso: 4001,
  forum: 4002,
  backend: 4003,
  notifications: 4004,
};

/** Returns a function that replaces the addresses in contracts and guides by those of this platform. */
export function createAddressReplacement(addresses: Addresses): (text: string) => string {
  const own = new Map(
    serviceNames.flatMap((name) => {
      const [documented, { baseUrl }] = [`http://localhost:${documentedPorts[name]}`, addresses[name]];
      return [
        [documented, baseUrl],
        [encodeURIComponent(documented), encodeURIComponent(baseUrl)],
      ] as const;
    }),
  );
  const ports = Object.values(documentedPorts).join('|');
  const pattern = new RegExp(`http(?:://localhost:|%3A%2F%2Flocalhost%3A)(?:${ports})(?!\\d)`, 'g');
  return (text) => text.replace(pattern, (found) => own.get(found) ?? found);
}
