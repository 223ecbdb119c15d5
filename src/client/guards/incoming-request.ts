import type { RawHeaders } from '../../protocol/raw-headers.ts';

/** A received request: a fetch Request, or its method, url and headers. */
export interface GuardedRequest {
  readonly method: string;
  /** Absolute URL, or path and query when the verifier has a `baseUrl`. */
  readonly url: string;
  /** All header lines, repeated ones included. For Node pass headerPairs(request.rawHeaders): request.headers drops lines. */
  readonly headers: RawHeaders;
}

/** Returns the URL as the client sees it: path and query of the request under the public base URL. */
export function publicUrl(url: string, baseUrl: string | undefined): string {
  if (baseUrl === undefined) return url;
  const path = url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return baseUrl.replace(/\/+$/, '') + path;
}
