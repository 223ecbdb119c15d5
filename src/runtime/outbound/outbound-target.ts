import { isIP } from 'node:net';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import ipaddr from 'ipaddr.js';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Resolves a name to all its addresses within seconds; rejects when it has none. */
export type Resolve = (name: string) => Promise<readonly ResolvedAddress[]>;

/** Rules that decide whether a request may be sent to an address. */
export interface TargetRules {
  /** Networks that are allowed although they are not public, also over plain http. */
  readonly allowed: AddressFilter;
  readonly resolve: Resolve;
}

/** The address, or one of the addresses of the name, is not public. */
export class AddressNotPublicError extends Error {
  constructor(host: string, address: string, kind: string) {
    super(`${host === address ? address : `${host} resolves to ${address}, which`} is a ${kind} address`);
    this.name = 'AddressNotPublicError';
  }
}

/** The name has no address, or its look-up timed out. */
export class NameNotResolvedError extends Error {
  constructor(name: string, options?: ErrorOptions) {
    super(`${name} does not resolve`, options);
    this.name = 'NameNotResolvedError';
  }
}

const loopback: readonly ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Returns the addresses of a host to which requests are allowed. A name with any address that is not allowed is refused,
 * because otherwise chance or the owner of the name would decide where a request goes.
 *
 * @param host a name, or an address without brackets, as the URL parser writes it
 * @throws AddressNotPublicError
 */
export async function permittedAddresses(
  host: string,
  protocol: string,
  { allowed, resolve }: TargetRules,
): Promise<readonly ResolvedAddress[]> {
  const family = isIP(host);
  if (isLocalhost(host)) {
    const open = loopback.filter(({ address }) => allowed(address));
    if (open.length === 0) throw new AddressNotPublicError(host, '127.0.0.1', 'loopback');
    return open;
  }
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  for (const { address } of addresses) checkAddress(host, address, protocol, allowed);
  return addresses;
}

/** @throws AddressNotPublicError */
export function checkAddress(host: string, address: string, protocol: string, allowed: AddressFilter): void {
  if (allowed(address)) return;
  const kind = nonPublicRange(address) ?? (protocol === 'https:' ? undefined : 'public (https only)');
  if (kind !== undefined) throw new AddressNotPublicError(host, address, kind);
}

/** RFC 6761 §6.3: these names are loopback, whatever a resolver returns. */
function isLocalhost(host: string): boolean {
  return /^(.+\.)?localhost\.?$/.test(host);
}

/** Converts the host of a URL to the form of sockets and resolvers: `[::1]` becomes `::1`. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/** Why requests to a URL are refused. */
export interface UrlRefusal {
  readonly reason: 'maxLength' | 'format' | 'https_required' | 'credentials_in_url' | 'address_not_public';
  /** Completes a sentence whose subject is the URL: `must begin with https`. */
  readonly message: string;
}

const longestUrl = 2048;
/** Characters of a name in DNS, without the dot of the root (RFC 1035 §2.3.4). */
const longestName = 253;

/** Parses a URL and checks everything that needs no look-up. */
export function parseTargetUrl(text: string): URL | UrlRefusal {
  if (text.length > longestUrl) {
    return { reason: 'maxLength', message: `must be at most ${longestUrl} characters long, not ${text.length}` };
  }
  const url = URL.parse(text);
  if (!url) return { reason: 'format', message: 'must be an absolute https address' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return httpsRequired;
  if (url.username !== '' || url.password !== '') {
    return { reason: 'credentials_in_url', message: 'must not contain a user name or password' };
  }
  const name = url.hostname.replace(/\.$/, '');
  if (name.length > longestName) {
    return { reason: 'format', message: `must name a host of at most ${longestName} characters, not ${name.length}` };
  }
  if (refusedPorts.has(url.port)) {
    return { reason: 'format', message: `must not name port ${url.port}, which belongs to another protocol` };
  }
  return url;
}

/**
 * Checks a URL that a user registers. An https URL whose name does not resolve is accepted, because every connection
 * checks again. An http URL must resolve, because only explicitly allowed addresses may use plain http.
 */
export async function checkTargetUrl(text: string, rules: TargetRules): Promise<UrlRefusal | undefined> {
  const url = parseTargetUrl(text);
  if (!(url instanceof URL)) return url;
  try {
    await permittedAddresses(withoutBrackets(url.hostname), url.protocol, rules);
    return undefined;
  } catch (error) {
    if (url.protocol === 'http:') return httpsRequired;
    if (!(error instanceof AddressNotPublicError)) return undefined;
    return { reason: 'address_not_public', message: `must be public; ${error.message}` };
  }
}

const httpsRequired: UrlRefusal = { reason: 'https_required', message: 'must begin with https' };

/** Port 0 and the blocked ports of Fetch §2.9, whose protocols could misinterpret a request. */
const refusedPorts: ReadonlySet<string> = new Set(
  (
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 ' +
    '135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 ' +
    '995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'
  ).split(' '),
);

/**
 * Creates a resolver for names from users. getaddrinfo would occupy one of the few threads of the process until it ends,
 * so that a few names whose servers never respond would block all other look-ups. This resolver sends datagrams and has
 * a timeout.
 */
export function createNameResolver({
  servers,
  hostsFile = '/etc/hosts',
  timeoutMs = 3_000,
}: {
  /** Name servers as `address:port`; default: those of the system. */
  readonly servers?: readonly string[] | undefined;
  /** File in the format of hosts(5); default `/etc/hosts`. */
  readonly hostsFile?: string | undefined;
  /** Timeout of a look-up; default 3000. */
  readonly timeoutMs?: number | undefined;
} = {}): Resolve {
  return async (name) => {
    const plain = name.replace(/\.$/, '').toLowerCase();
    const known = addressesIn(await readFile(hostsFile, 'utf8').catch(() => ''), plain);
    if (known.length > 0) return known;
    // One resolver per look-up, because cancel() ends all of its queries. Two tries, because a datagram can get lost.
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 3), tries: 2 });
    if (servers) resolver.setServers([...servers]);
    const timer = setTimeout(() => resolver.cancel(), timeoutMs);
    try {
      const responses = await Promise.allSettled([resolver.resolve4(plain), resolver.resolve6(plain)]);
      const found = responses
        .flatMap((response) => (response.status === 'fulfilled' ? response.value : []))
        .map(withFamily);
      if (found.length > 0) return found;
      throw new NameNotResolvedError(name, { cause: responses.find(({ status }) => status === 'rejected') });
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Finds the addresses of a name in the format of hosts(5): an address and its names per line, comments after `#`. */
function addressesIn(hosts: string, name: string): readonly ResolvedAddress[] {
  return hosts
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim().split(/\s+/))
    .filter(([address = '', ...names]) => isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name))
    .flatMap(([address]) => (address === undefined ? [] : withFamily(address)));
}

const withFamily = (address: string): ResolvedAddress => ({ address, family: isIP(address) });

/** Returns whether an address belongs to certain networks. */
type AddressFilter = (address: string) => boolean;

/** Creates a filter of networks. @param networks valid CIDRs or single addresses */
export function inNetworks(networks: readonly string[]): AddressFilter {
  const ranges = networks.map((network) =>
    network.includes('/') ? ipaddr.parseCIDR(network) : hostRange(ipaddr.parse(network)),
  );
  return (text) => {
    const address = parseAddress(text);
    return (
      address !== undefined &&
      ranges.some(([base, prefix]) => address.kind() === base.kind() && address.match(base, prefix))
    );
  };
}

/**
 * Returns the kind of an address that is not public, for people; undefined for a public address (RFC 6890 and the IANA
 * special-purpose registries). IPv6 addresses that embed an IPv4 address (mapped, NAT64, 6to4, Teredo) are not public,
 * because they would be a second form of any IPv4 address.
 */
function nonPublicRange(text: string): string | undefined {
  const address = parseAddress(text);
  if (address === undefined) return 'not an address';
  const range = address.range();
  if (range !== 'unicast') return nameOf[range] ?? 'reserved';
  // Addresses outside of 2000::/3 are unassigned or historic, such as ::127.0.0.1.
  return address instanceof ipaddr.IPv6 && !address.match(globalUnicast, 3) ? 'reserved' : undefined;
}

/** Returns whether a host, as settings and URLs name it, is this machine alone: localhost or a loopback address. */
export function isLoopbackHost(host: string): boolean {
  const plain = host.replace(/^\[(.*)\]$/, '$1');
  return plain === 'localhost' || plain.endsWith('.localhost') || parseAddress(plain)?.range() === 'loopback';
}

const globalUnicast = ipaddr.IPv6.parse('2000::');

const nameOf: Readonly<Record<string, string>> = {
  loopback: 'loopback',
  private: 'private',
  uniqueLocal: 'private',
  linkLocal: 'link-local',
  carrierGradeNat: 'carrier-grade NAT',
  multicast: 'multicast',
  broadcast: 'broadcast',
  unspecified: 'unspecified',
  ipv4Mapped: 'IPv4-mapped',
  rfc6052: 'NAT64',
  '6to4': '6to4',
};

/** Parses the one form of addresses that resolvers and the URL parser return. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : undefined;
}

function hostRange(address: ipaddr.IPv4 | ipaddr.IPv6): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
