import ipaddr from 'ipaddr.js';

/** Returns whether an address belongs to certain networks. */
export type AddressFilter = (address: string) => boolean;

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
export function nonPublicRange(text: string): string | undefined {
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
