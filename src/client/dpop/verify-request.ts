import { dpopChallenge } from '../../protocol/challenge.ts';
import { type ReplayStore, type VerifiedDpopRequest, verifyDpopRequest } from '../../protocol/dpop-request.ts';
import type { RawHeaders } from '../../protocol/raw-headers.ts';
import type { KeyResolver } from '../../protocol/signed-jwt.ts';
import { UnavailableError } from '../../protocol/unavailable-error.ts';
import { VerificationError, type VerificationErrorCode } from '../../protocol/verification-error.ts';
import { createVerifiedTokenCache, type VerifiedTokenCache } from '../../protocol/verified-token-cache.ts';
import { createKeySetResolver } from './key-set-resolver.ts';

/** A received request: a fetch Request, or its method, url and headers. */
export interface IncomingRequest {
  readonly method: string;
  /** Absolute URL, or path and query when the verifier has a `baseUrl`. */
  readonly url: string;
  /** All header lines, repeated ones included. For Node pass headerPairs(request.rawHeaders): request.headers drops lines. */
  readonly headers: RawHeaders;
}

export interface RequestVerifierOptions {
  /** URL of the sign-in provider: exact `iss` of the access tokens. */
  readonly issuer: string;
  /** Must be among the `aud` of the access tokens. Default: the issuer (one agent, all services). */
  readonly audience?: string | undefined;
  /** Stores used proofs for all processes of the service. */
  readonly replayStore: ReplayStore;
  /** Resolves the provider's keys. Default: its key set at `<issuer>/oauth/jwks`, cached as its Cache-Control says. */
  readonly keys?: KeyResolver | undefined;
  /**
   * Public base URL of the service. Required behind a proxy and for Node servers, because Host and X-Forwarded headers are
   * ignored.
   */
  readonly baseUrl?: string | undefined;
  /** Maximum difference between a proof's iat and now in seconds. Default 60. */
  readonly maxAge?: number | undefined;
  /** Clock skew in seconds. Default 30. */
  readonly skew?: number | undefined;
  /** Currently accepted nonces, newest first (RFC 9449 §9). Default: no nonce is required. */
  readonly nonces?: (() => readonly string[] | Promise<readonly string[]>) | undefined;
  /** URL of the protected resource metadata (RFC 9728) for the challenge. */
  readonly resourceMetadata?: string | undefined;
  /** Caches tokens with a verified signature. Default: up to 10,000 in this process. */
  readonly tokenCache?: VerifiedTokenCache | undefined;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: (() => number) | undefined;
}

/** A verified request: the agent's key (`jkt`), its owner (`sub`), the client, all claims and the passed checks. */
export interface AcceptedRequest extends VerifiedDpopRequest {
  readonly ok: true;
}

/** A rejected request with everything that the response needs. */
export interface RefusedRequest {
  readonly ok: false;
  /** 503 when the key set, the replay store or the nonce source is unreachable. */
  readonly status: 401 | 503;
  /** Stable error code; `unavailable` with 503. */
  readonly code: VerificationErrorCode | 'unavailable';
  /** Readable message that can be sent to the caller. */
  readonly message: string;
  /** WWW-Authenticate with 401, Retry-After with 503, DPoP-Nonce when nonces are required. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON body of the response. */
  readonly body: { readonly ok: false; readonly code: string; readonly error: string };
}

export type RequestVerifier = (request: IncomingRequest) => Promise<AcceptedRequest | RefusedRequest>;

const retryAfterSeconds = '5';

/**
 * Creates a verifier of requests with a DPoP-bound access token: all checks of RFC 9449 §4.3, the binding of token and key,
 * and RFC 9068 §4, in the order of `verificationErrorCodes`. A rejected request does not use up its proof. Reuse the
 * verifier: it caches keys and tokens.
 */
export function createRequestVerifier(options: RequestVerifierOptions): RequestVerifier {
  const { issuer, baseUrl, now = Date.now, nonces, resourceMetadata } = options;
  const fixed = {
    issuer,
    audience: options.audience ?? issuer,
    keys: options.keys ?? createKeySetResolver({ url: `${issuer.replace(/\/+$/, '')}/oauth/jwks`, now }),
    replayStore: options.replayStore,
    maxAge: options.maxAge,
    skew: options.skew,
    tokenCache: options.tokenCache ?? createVerifiedTokenCache(),
  };
  return async ({ method, url, headers }) => {
    let nonceHeader: Record<string, string> = {};
    try {
      const accepted = await acceptedNonces(nonces);
      if (accepted?.[0] !== undefined) nonceHeader = { 'DPoP-Nonce': accepted[0] };
      const request = { method, url: publicUrl(url, baseUrl), headers };
      const verified = await verifyDpopRequest(request, { ...fixed, now: now() / 1000, nonce: accepted });
      return { ok: true, ...verified };
    } catch (error) {
      if (error instanceof UnavailableError) {
        return refused(503, error.code, error.message, { 'Retry-After': retryAfterSeconds });
      }
      if (!(error instanceof VerificationError)) throw error;
      const challenge = dpopChallenge(error.code, { resourceMetadata });
      return refused(401, error.code, error.message, { 'WWW-Authenticate': challenge, ...nonceHeader });
    }
  };
}

/** Verifies one request. The caller reuses the key resolver and the replay store. */
export function verifyRequest(
  request: IncomingRequest,
  options: RequestVerifierOptions & { readonly keys: KeyResolver },
): Promise<AcceptedRequest | RefusedRequest> {
  return createRequestVerifier(options)(request);
}

async function acceptedNonces(nonces: RequestVerifierOptions['nonces']): Promise<readonly string[] | undefined> {
  try {
    return await nonces?.();
  } catch (error) {
    throw new UnavailableError('nonces', error);
  }
}

/** Returns the URL as the client sees it: path and query of the request under the public base URL. */
function publicUrl(url: string, baseUrl: string | undefined): string {
  if (baseUrl === undefined) return url;
  const path = url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return baseUrl.replace(/\/+$/, '') + path;
}

function refused(
  status: RefusedRequest['status'],
  code: RefusedRequest['code'],
  message: string,
  headers: RefusedRequest['headers'],
): RefusedRequest {
  return { ok: false, status, code, message, headers, body: { ok: false, code, error: message } };
}
