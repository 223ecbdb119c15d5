import type { IncomingHttpHeaders } from 'node:http';

/** Tells whether a browser loads ahead of a click (Fetch §2.2.5; `Purpose` and `X-Moz` are older spellings). */
export function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return ['sec-purpose', 'purpose', 'x-moz'].some((name) => {
    const value = headers[name];
    return typeof value === 'string' && /\bpre(?:fetch|render)\b/i.test(value);
  });
}

/**
 * Tells whether a browser will show the response to a person. Without fetch metadata it is judged by `Accept`, which
 * some HTTP libraries send with text/html by default: `acceptCounts` excludes the requests of programs.
 */
export function isNavigation(headers: IncomingHttpHeaders, acceptCounts: boolean): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  return acceptCounts && (headers.accept?.includes('text/html') ?? false);
}
