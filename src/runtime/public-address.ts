import ipaddr from 'ipaddr.js';

/** Says whether an address lies in one of some networks. */
export type AddressFilter = (address: string) => boolean;

/** @param networks CIDRs or single addresses, as the settings checked them */
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
 * What keeps an address from being public, in a word or two; undefined for an address of the public Internet
 * (RFC 6890 and the IANA special-purpose registries). An IPv6 address that carries an IPv4 one (mapped, NAT64, 6to4,
 * Teredo) is not public either, whatever it carries: it would be a second spelling of it.
 */
export function nonPublicRange(text: string): string | undefined {
  const address = parseAddress(text);
  if (address === undefined) return 'not an address';
  const range = address.range();
  if (range !== 'unicast') return nameOf[range] ?? 'reserved';
  // Everything outside 2000::/3 is unassigned or historic, such as ::127.0.0.1.
  return address instanceof ipaddr.IPv6 && !address.match(globalUnicast, 3) ? 'reserved' : undefined;
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

/** Strict: the one form that addresses have once they are resolved or went through the URL parser. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : undefined;
}

function hostRange(address: ipaddr.IPv4 | ipaddr.IPv6): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
