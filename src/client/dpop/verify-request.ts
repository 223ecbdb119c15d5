import { dpopChallenge } from '../../protocol/challenge.ts';
import { type ReplayStore, type VerifiedDpopRequest, verifyDpopRequest } from '../../protocol/dpop-request.ts';
import type { RawHeaders } from '../../protocol/raw-headers.ts';
import type { KeyResolver } from '../../protocol/signed-jwt.ts';
import { UnavailableError } from '../../protocol/unavailable-error.ts';
import { VerificationError, type VerificationErrorCode } from '../../protocol/verification-error.ts';
import { createVerifiedTokenCache, type VerifiedTokenCache } from '../../protocol/verified-token-cache.ts';
import { createKeySetResolver } from './key-set-resolver.ts';

/** A request as it arrived: a fetch Request, or its parts. */
export interface IncomingRequest {
  readonly method: string;
  /** Absolute; or path and query, when the verifier knows its `baseUrl`. */
  readonly url: string;
  /** All header lines, repeated ones included: Node's `request.headers` drops some, so pass pairs of its rawHeaders. */
  readonly headers: RawHeaders;
}

export interface RequestVerifierOptions {
  /** The sign-in provider: exact `iss` of the access tokens. */
  readonly issuer: string;
  /** Must be among the `aud` of the access tokens. Default: the issuer (one agent, all services). */
  readonly audience?: string | undefined;
  /** Remembers used proofs, for all processes of the service. */
  readonly replayStore: ReplayStore;
  /** Finds the provider's keys. Default: its key set at `<issuer>/oauth/jwks`, cached as its Cache-Control says. */
  readonly keys?: KeyResolver | undefined;
  /**
   * Public address of the service, as clients write it. Set it wherever a proxy stands in front, and for Node's servers:
   * neither Host nor X-Forwarded headers are looked at.
   */
  readonly baseUrl?: string | undefined;
  /** Seconds that a proof's time may lie before or after now. Default 60. */
  readonly maxAge?: number | undefined;
  /** Seconds by which clocks may differ. Default 30. */
  readonly skew?: number | undefined;
  /** The nonces that are accepted now, newest first (RFC 9449 §9). Left out: none is asked for. */
  readonly nonces?: (() => readonly string[] | Promise<readonly string[]>) | undefined;
  /** Address of the protected-resource metadata (RFC 9728), for the challenge. */
  readonly resourceMetadata?: string | undefined;
  /** Remembers tokens with a good signature. Default: the last 10 000 in this process. */
  readonly tokenCache?: VerifiedTokenCache | undefined;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: (() => number) | undefined;
}

/** Who sent a request: the agent's key (`jkt`), its owner (`sub`), the client, all claims, and the checks passed. */
export interface AcceptedRequest extends VerifiedDpopRequest {
  readonly ok: true;
}

/** A refusal, ready to be answered. */
export interface RefusedRequest {
  readonly ok: false;
  /** 503: nothing was decided, because the key set, the replay store or the nonces could not be reached. */
  readonly status: 401 | 503;
  /** Stable; `unavailable` goes with 503. */
  readonly code: VerificationErrorCode | 'unavailable';
  /** For people; fit for the caller. */
  readonly message: string;
  /** WWW-Authenticate with 401, Retry-After with 503, DPoP-Nonce where nonces are used. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON body of the answer. */
  readonly body: { readonly ok: false; readonly code: string; readonly error: string };
}

export type RequestVerifier = (request: IncomingRequest) => Promise<AcceptedRequest | RefusedRequest>;

const retryAfterSeconds = '5';

/**
 * A verifier of requests that present a DPoP-bound access token: RFC 9449 §4.3 whole, the binding of token and key, and
 * RFC 9068 §4, in the order of `verificationErrorCodes`. A refused request burns no proof. Make one and keep it: it
 * remembers keys and tokens.
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
      const request = { method, url: publicAddress(url, baseUrl), headers };
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

/** One call with everything it needs. The key resolver and the replay store must be kept by the caller. */
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

/** The address as the client wrote it: path and query of the request under the service's public address. */
function publicAddress(url: string, baseUrl: string | undefined): string {
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
