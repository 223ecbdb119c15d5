import Bowser from 'bowser';
import ipaddr from 'ipaddr.js';

/** Prefix lengths of the network that is shown instead of an address. */
const prefixLengths = { ipv4: 24, ipv6: 64 } as const;

/** Returns the network of an address: `203.0.113.0/24`, `2001:db8:0:7::/64`. Other text is returned unchanged. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  const length = prefixLengths[parsed.kind()];
  const range = `${parsed.toString()}/${length}`;
  const network =
    parsed.kind() === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(range) : ipaddr.IPv6.networkAddressFromCIDR(range);
  return `${network.toString()}/${length}`;
}

/** Returns the program and system that a User-Agent header names: `Chrome on Linux`, `node`. The header can be forged. */
export function browserOf(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown program';
  const { browser, os } = Bowser.parse(userAgent);
  const name = browser.name === undefined || browser.name === '' ? firstProduct(userAgent) : browser.name;
  return os.name === undefined || os.name === '' ? name : `${name} on ${os.name}`;
}

/** Returns program and network of a place: `Chrome on Linux, 203.0.113.0/24`; the network alone without a program. */
export function placeText({
  ipAddress,
  userAgent,
}: {
  readonly ipAddress: string;
  readonly userAgent: string | null;
}): string {
  const network = networkOf(ipAddress);
  return userAgent === null ? network : `${browserOf(userAgent)}, ${network}`;
}

/** The first product of a User-Agent header without its version (RFC 9110 §10.1.5). */
const firstProduct = (userAgent: string): string => userAgent.trim().split(/[\s/(;]/)[0] ?? userAgent;
