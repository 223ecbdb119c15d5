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

/** Returns the program and system that a User-Agent header names, as far as it does. The header can be forged. */
export function programOf(userAgent: string | null): { readonly program?: string; readonly system?: string } {
  if (userAgent === null || userAgent.trim() === '') return {};
  const { browser, os } = Bowser.parse(userAgent);
  const program = browser.name === undefined || browser.name === '' ? firstProduct(userAgent) : browser.name;
  return os.name === undefined || os.name === '' ? { program } : { program, system: os.name };
}

/** Returns program and system in English: `Chrome on Linux`, `node`. */
export function browserOf(userAgent: string | null): string {
  const { program = 'Unknown program', system } = programOf(userAgent);
  return system === undefined ? program : `${program} on ${system}`;
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
