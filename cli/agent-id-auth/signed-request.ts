import { boundedFetch, type FetchBounds } from '../shared/network/bounded-fetch.ts';
import { Failure } from '../shared/failure.ts';
import type { BoundSession } from '../shared/owner-session/bound-session.ts';
import { agentSignature, createSignedHeaders } from './signed-headers.ts';
import type { SignatureForm } from './flags.ts';
import type { CommandHost } from '../shared/host.ts';
import { readInput } from '../shared/named-files.ts';

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

/** Nonce of a DPoP nonce challenge (RFC 9449 §9), otherwise undefined. */
function challengeNonce(response: Response): string | undefined {
  const challenge = response.headers.get('www-authenticate') ?? '';
  if (response.status !== 401 || !challenge.includes('use_dpop_nonce')) return undefined;
  return response.headers.get('dpop-nonce') ?? undefined;
}

/** Tests whether a service refuses the access token (RFC 6750 §3.1). */
export const refusesToken = ({ status, headers }: Response): boolean =>
  status === 401 && /\berror="?invalid_token\b/.test(headers.get('www-authenticate') ?? '');

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
): Promise<{
  readonly response: Response;
  /** URL of the response after redirects. */
  readonly url: URL;
  readonly method: string;
}> {
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

/**
 * Reads the body from --body or --body-file (`-` is stdin). Returns undefined without both.
 * @throws Failure invalid_flag, unreadable_file
 */
export async function readRequestBody(
  method: string,
  text: string | undefined,
  file: string | undefined,
  cwd: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (text === undefined && file === undefined) return undefined;
  if (text !== undefined && file !== undefined)
    throw new Failure('invalid_flag', 'Give --body or --body-file, not both.');
  if (method === 'GET' || method === 'HEAD') {
    throw new Failure('invalid_flag', `A ${method} request has no body. Pass --method POST, for example.`);
  }
  if (text !== undefined) return new Uint8Array(Buffer.from(text));
  return new Uint8Array(await readInput('body-file', file ?? '', cwd));
}

/** Headers that the toolkit or `fetch` sets (RFC 9449 §7.1; Fetch standard, forbidden request headers). */
const reserved = new Set([
  'authorization',
  'dpop',
  'host',
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** A field name (RFC 9110 §5.1), and a field value in printable ASCII (§5.5). */
const field = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\x20-\x7e\t]*?)[ \t]*$/;

/**
 * Parses the headers of --header.
 * @throws Failure invalid_flag
 */
export function parseHeaders(lines: readonly string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name, value] = field.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new Failure('invalid_flag', `--header accepts "Name: value", not ${JSON.stringify(line)}.`);
    const key = name.toLowerCase();
    if (reserved.has(key)) throw new Failure('invalid_flag', `--header cannot set ${name}; the toolkit sets it.`);
    if (key === 'content-type')
      throw new Failure('invalid_flag', 'Use --content-type instead of --header for Content-Type.');
    if (Object.hasOwn(headers, key)) throw new Failure('invalid_flag', `--header sets ${name} more than once.`);
    headers[key] = value;
  }
  return headers;
}

/** Members of the output that hold a response body. */
export interface BodyMembers {
  /** Parsed JSON for application/json, otherwise text; null for bytes that are not UTF-8. */
  readonly body: unknown;
  /** Standard base64 of bytes that are not UTF-8. */
  readonly bodyBase64?: string;
}

function parseText(contentType: string, text: string): unknown {
  if (!/^application\/json\s*(?:;|$)/i.test(contentType)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function bodyMembers(contentType: string, bytes: Buffer): BodyMembers {
  try {
    return { body: parseText(contentType, new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return { body: null, bodyBase64: bytes.toString('base64') };
  }
}
