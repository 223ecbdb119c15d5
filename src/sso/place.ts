import type { IncomingRequest } from '../runtime/incoming-request.ts';

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
