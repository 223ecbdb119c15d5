import { boundedFetch, type FetchBounds } from '../shared/bounded-fetch.ts';
import type { Host } from '../shared/command.ts';
import { Failure } from '../shared/failure.ts';
import type { BoundSession } from './bound-session.ts';
import { signedHeaders } from './signed-headers.ts';

const maxRedirects = 5;

export interface OutgoingRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
  readonly contentType: string;
}

export interface IncomingResponse {
  readonly response: Response;
  /** Where the answer came from, after redirects. */
  readonly url: URL;
  readonly method: string;
}

/** The nonce that the server asks for (RFC 9449 §9), or undefined when it asks for none. */
function demandedNonce(response: Response): string | undefined {
  const challenge = response.headers.get('www-authenticate') ?? '';
  if (response.status !== 401 || !challenge.includes('use_dpop_nonce')) return undefined;
  return response.headers.get('dpop-nonce') ?? undefined;
}

/** The request that a redirect asks for (Fetch standard, HTTP-redirect fetch), or undefined. */
function redirected(request: OutgoingRequest, response: Response): OutgoingRequest | undefined {
  const location = response.headers.get('location');
  if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return undefined;
  const url = URL.canParse(location, request.url) ? new URL(location, request.url) : undefined;
  if (url?.origin !== request.url.origin) {
    throw new Failure(
      'cross_origin_redirect',
      `${request.url.origin} redirects to another origin (${url?.origin ?? location}); the request was not signed for it.`,
    );
  }
  const { method } = request;
  const becomesGet = response.status === 303 ? method !== 'HEAD' : response.status < 303 && method === 'POST';
  return becomesGet ? { ...request, url, method: 'GET', body: undefined } : { ...request, url };
}

/**
 * Sends a signed request. A nonce challenge is answered once; a redirect within the origin is signed anew, one
 * that leaves it is refused. The time that the bounds give is for all of them together.
 * @throws Failure unreachable, timeout, response_too_large, cross_origin_redirect, too_many_redirects
 */
export async function sendSigned(
  session: BoundSession,
  first: OutgoingRequest,
  bounds: FetchBounds,
  host: Host,
): Promise<IncomingResponse> {
  const bounded = boundedFetch({ ...bounds, until: performance.now() + bounds.timeoutMs });
  const send = async ({ method, url, body, contentType }: OutgoingRequest, nonce?: string): Promise<Response> => {
    const { authorization, dpop } = await signedHeaders(session, method, url, host, nonce);
    const headers = { authorization, dpop, ...(body && { 'content-type': contentType }) };
    return bounded(url, { method, headers, redirect: 'manual', ...(body && { body }) });
  };
  let request = first;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    let response = await send(request);
    const nonce = demandedNonce(response);
    if (nonce !== undefined) response = await send(request, nonce);
    const next = redirected(request, response);
    if (!next) return { response, url: request.url, method: request.method };
    request = next;
  }
  throw new Failure('too_many_redirects', `${first.url.origin} redirected more than ${maxRedirects} times.`);
}
