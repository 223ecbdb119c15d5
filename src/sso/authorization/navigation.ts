import type { IncomingHttpHeaders } from 'node:http';
import { headerPairs, headerValues } from '../../protocol/raw-headers.ts';
import type { IncomingRequest } from '../../runtime/incoming-request.ts';

/** Returns whether a browser loads ahead of a click (Fetch §2.2.5; `Purpose` and `X-Moz` are older spellings). */
export function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return ['sec-purpose', 'purpose', 'x-moz'].some((name) => {
    const value = headers[name];
    return typeof value === 'string' && /\bpre(?:fetch|render)\b/i.test(value);
  });
}

/**
 * Returns whether a browser will show the response to a person, by fetch metadata or by `Accept`. Some HTTP libraries
 * accept text/html by default: `acceptCounts` is false where programs send requests.
 */
export function isNavigation(headers: IncomingHttpHeaders, acceptCounts: boolean): boolean {
  if (headers['sec-fetch-mode'] === 'navigate') return true;
  return acceptCounts && (headers.accept?.includes('text/html') ?? false);
}

/**
 * Returns whether a navigation began on a page of one of these origins. Other ports and subdomains belong to other pages,
 * and a browser that says nothing may come from anywhere.
 */
export function beganOnOwnPage(
  { rawHeaders, origin }: Pick<IncomingRequest, 'rawHeaders' | 'origin'>,
  ownOrigins: readonly string[],
): boolean {
  const headers = headerPairs(rawHeaders);
  const site = headerValues(headers, 'sec-fetch-site');
  if (site.length === 1 && site[0] === 'same-origin') return true;
  const [referer, ...further] = headerValues(headers, 'referer');
  const from = origin ?? (referer !== undefined && further.length === 0 ? URL.parse(referer)?.origin : undefined);
  return from !== undefined && ownOrigins.includes(from);
}
