import type { IncomingRequest } from '../../runtime/http/incoming-request.ts';
import { clientNetwork } from '../../runtime/http/rate-limit.ts';

/** Stored characters of the User-Agent header. */
const userAgentLength = 256;

/** Where a request came from, as its sender is shown to the owner. */
export interface Place {
  readonly ip: string;
  /** User-Agent header, truncated to 256 characters; null without one. */
  readonly userAgent: string | null;
}

/** Returns the place of a request. */
export function placeOf({ ip, userAgent }: Pick<IncomingRequest, 'ip' | 'userAgent'>): Place {
  return { ip: withoutZone(ip), userAgent: userAgent?.slice(0, userAgentLength) ?? null };
}

/** Maps a place to the `Place` schemas. */
export function placeResponse({ ip, userAgent }: Place): {
  readonly ipAddress: string;
  readonly userAgent: string | null;
} {
  return { ipAddress: withoutZone(ip), userAgent };
}

/** Removes the zone of a link-local address (`fe80::1%eth0`): it names an interface of this machine. */
const withoutZone = (ip: string): string => ip.split('%')[0] ?? ip;

/** Returns the network of an address: `/24` for IPv4, `/64` for IPv6. */
function networkLabel(ip: string): string {
  const network = clientNetwork(ip);
  if (network.includes(':')) return `${network}::/64`;
  const octets = network.split('.');
  return octets.length === 4 ? `${octets.slice(0, 3).join('.')}.0/24` : network;
}

/** Returns whether two addresses are in different networks. */
export const differentNetwork = (one: string, other: string): boolean => networkLabel(one) !== networkLabel(other);
