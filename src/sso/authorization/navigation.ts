import type { IncomingHttpHeaders } from 'node:http';

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
