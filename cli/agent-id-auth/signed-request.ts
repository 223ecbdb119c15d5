import { boundedFetch, type FetchBounds } from '../shared/network/bounded-fetch.ts';
import { Failure } from '../shared/failure.ts';
import type { BoundSession } from '../shared/owner-session/bound-session.ts';
import { agentSignature } from './agent-signature.ts';
import type { SignatureForm } from './signature-flag.ts';
import { createSignedHeaders } from './signed-headers.ts';
import type { CommandHost } from '../shared/host.ts';

const maxRedirects = 5;

export interface ServiceRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
  readonly contentType: string;
  /** Additional headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Form of an HTTP message signature to add; undefined for none. */
  readonly signature?: SignatureForm | undefined;
}

export interface ServiceResponse {
  readonly response: Response;
  /** URL of the response after redirects. */
  readonly url: URL;
  readonly method: string;
}

/** Nonce of a DPoP nonce challenge (RFC 9449 §9), otherwise undefined. */
function challengeNonce(response: Response): string | undefined {
  const challenge = response.headers.get('www-authenticate') ?? '';
  if (response.status !== 401 || !challenge.includes('use_dpop_nonce')) return undefined;
  return response.headers.get('dpop-nonce') ?? undefined;
}

/** Request that follows a redirect (Fetch standard, HTTP-redirect fetch), otherwise undefined. */
function redirectedRequest(request: ServiceRequest, response: Response): ServiceRequest | undefined {
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
 * Sends a signed request. Retries once for a nonce challenge, signs same-origin redirects again and refuses others. The
 * timeout covers all requests together.
 * @throws Failure unreachable, timeout, response_too_large, cross_origin_redirect, too_many_redirects
 */
export async function sendSignedRequest(
  session: BoundSession,
  first: ServiceRequest,
  bounds: FetchBounds,
  host: CommandHost,
): Promise<ServiceResponse> {
  const bounded = boundedFetch({ ...bounds, until: performance.now() + bounds.timeoutMs });
  const send = async (request: ServiceRequest, nonce?: string): Promise<Response> => {
    const { method, url, body, contentType } = request;
    const { authorization, dpop } = await createSignedHeaders(session, method, url, host, nonce);
    const signed = request.signature && (await agentSignature(session, request, request.signature, host));
    const headers = {
      ...request.headers,
      authorization,
      dpop,
      ...(body && { 'content-type': contentType }),
      ...signed,
    };
    return bounded(url, { method, headers, redirect: 'manual', ...(body && { body }) });
  };
  let request = first;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    let response = await send(request);
    const nonce = challengeNonce(response);
    if (nonce !== undefined) response = await send(request, nonce);
    const next = redirectedRequest(request, response);
    if (!next) return { response, url: request.url, method: request.method };
    request = next;
  }
  throw new Failure('too_many_redirects', `${first.url.origin} redirected more than ${maxRedirects} times.`);
}
