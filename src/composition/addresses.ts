import { freePort } from '../runtime/start/ports.ts';
import { type PlatformSettings, type ServiceName, serviceNames } from './settings.ts';
import type { ProtectedResource } from '../sso/settings.ts';
import type { NavigationLink } from '../html/page-parts.ts';
import type { FastifyInstance } from 'fastify';

interface Address {
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

/** Returns the issuer of the sign-in provider (`iss`), an origin. */
export const issuerOf = (addresses: Addresses): string => addresses.sso.baseUrl;

/** Returns the URL of the provider's key set; PLATFORM_JWKS_URL where the public address is not reachable. */
export const jwksUrlOf = (settings: PlatformSettings, addresses: Addresses): string =>
  settings.PLATFORM_JWKS_URL ?? `${issuerOf(addresses)}/oauth/jwks`;

/** Value of `aud` that only the forum accepts: FORUM_AUDIENCE if it is a URL, else its address. */
export const forumResourceOf = ({ FORUM_AUDIENCE: audience }: PlatformSettings, { forum }: Addresses): string =>
  audience !== undefined && URL.canParse(audience) ? audience : forum.baseUrl;

/**
 * Returns the services that accept the provider's access tokens: those of the platform, with the identifiers in their metadata
 * (RFC 9728 §2), and those in RESOURCE_SERVERS.
 */
export const platformResources = (settings: PlatformSettings, addresses: Addresses): readonly ProtectedResource[] => [
  {
    name: 'Forum',
    uri: forumResourceOf(settings, addresses),
    thirdParty: false,
    scopes: ['forum:write', 'forum:vote'],
    requiresDpop: true,
    acceptsIssuer: settings.FORUM_AUDIENCE === undefined,
  },
  {
    name: 'Notifications',
    uri: addresses.notifications.baseUrl,
    thirdParty: false,
    scopes: ['notifications:host'],
    acceptsIssuer: true,
  },
  { name: 'Payments', uri: addresses.backend.baseUrl, thirdParty: false, scopes: ['payments'], acceptsIssuer: false },
  ...(settings.RESOURCE_SERVERS ?? []).map(({ name, url }) => ({
    name,
    uri: url,
    thirdParty: true,
    scopes: [],
    requiresDpop: settings.DPOP_RESOURCES?.includes(url) ?? false,
    acceptsIssuer: false,
  })),
];

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

/** Links of the bar above every page. @param demoData whether the web host exists */
export function navigationOf(addresses: Addresses, demoData: boolean): readonly NavigationLink[] {
  const { web, forum } = addresses;
  const host: NavigationLink = { page: 'host', text: 'Web host', href: `${web.baseUrl}/host` };
  return [
    { page: 'start', text: 'Start', href: `${web.baseUrl}/` },
    { page: 'forum', text: 'Forum', href: `${forum.baseUrl}/` },
    { page: 'portal', text: 'Developer portal', href: `${web.baseUrl}/portal` },
    ...(demoData ? [host] : []),
    { page: 'account', text: 'Your account', href: `${issuerOf(addresses)}/owner` },
    { page: 'documentation', text: 'Documentation', href: `${web.baseUrl}/docs/` },
  ];
}

type Fetch = typeof globalThis.fetch;

/**
 * Creates a fetch that sends requests to the platform's public addresses over plain HTTP to the services' ports at an
 * internal host: for networks where a public address is not reachable, such as `localhost` of a container, or is a proxy
 * that terminates TLS and hides the probes. Does not change other requests.
 *
 * @param host name of the proxy inside the network, which listens on the port of every service; undefined: no change
 */
export function createInternalFetch(fetch: Fetch, addresses: Addresses, host: string | undefined): Fetch {
  if (host === undefined) return fetch;
  const platformOrigins = Object.values(addresses)
    .map(({ port, baseUrl }) => ({ inside: `http://${host}:${port}`, prefix: `${baseUrl}/` }))
    // Services may share an origin under different paths: the longest prefix matches.
    .toSorted((one, other) => other.prefix.length - one.prefix.length);
  return (input, init) => {
    const { href } = new URL(input instanceof Request ? input.url : input);
    const found = platformOrigins.find(({ prefix }) => href.startsWith(prefix));
    if (!found) return fetch(input, init);
    const url = new URL(`${found.inside}/${href.slice(found.prefix.length)}`);
    return input instanceof Request ? fetch(new Request(url, input), init) : fetch(url, init);
  };
}

/**
 * Creates a fetch that hands a POST for a service of this process to it without a connection, which takes a fifth of the
 * processor time. Everything else goes through the given fetch, and so does everything before the service has started.
 *
 * @param baseUrl public address of the service
 */
export function createLocalFetch(fetch: Fetch, baseUrl: string, service: () => FastifyInstance | undefined): Fetch {
  const prefix = `${baseUrl}/`;
  return async (input, init) => {
    const app = service();
    const { href } = new URL(input instanceof Request ? input.url : input);
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    if (!app || method !== 'POST' || !href.startsWith(prefix)) return fetch(input, init);
    const request = new Request(input, init);
    const payload = await request.text();
    const { signal } = request;
    signal.throwIfAborted();
    // The service is not told: it answers a request that nobody waits for, as one whose connection was lost.
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    const answered = app.inject({
      method,
      url: `/${href.slice(prefix.length)}`,
      headers: { host: new URL(href).host, ...Object.fromEntries(request.headers) },
      payload,
    });
    const response = await Promise.race([answered, aborted]);
    const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(response.body === '' ? null : response.body, { status: response.statusCode, headers });
  };
}
