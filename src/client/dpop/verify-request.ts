import { dpopChallenge } from '../../protocol/challenge.ts';
import {
  type ReplayStore,
  type VerifiedDpopRequest,
  verifyDpopRequest,
  VerificationError,
  type VerificationErrorCode,
} from '../../protocol/dpop-request.ts';
import type { KeyResolver } from '../../protocol/signed-jwt.ts';
import { UnavailableError } from '../../protocol/unavailable-error.ts';
import {
  challengeOf,
  type GuardedRequest,
  type GuardOptions,
  publicUrl,
  type Rejection,
  rejectUnauthorized,
  rejectUnavailable,
  requireBaseUrl,
  requireReplayStore,
  resolveTokenOptions,
  createVerifiedRequests,
} from '../guards/guard.ts';
import {
  createExpressGuard,
  createFastifyGuard,
  createFetchGuard,
  createHonoGuard,
  type ExpressMiddleware,
  type FastifyHook,
  type HonoMiddleware,
} from '../guards/adapters.ts';

export interface RequestVerifierOptions extends GuardOptions {
  /** Stores used proofs for all processes of the service. */
  readonly replayStore: ReplayStore;
  /** Maximum difference between a proof's iat and now in seconds. Default 60. */
  readonly maxAge?: number | undefined;
  /** Currently accepted nonces, newest first (RFC 9449 §9). Default: no nonce is required. */
  readonly nonces?: (() => readonly string[] | Promise<readonly string[]>) | undefined;
}

/** A verified request: the agent's key (`jkt`), its owner (`sub`), the client, all claims and the passed checks. */
export interface AcceptedRequest extends VerifiedDpopRequest {
  readonly ok: true;
}

/** A rejected request with everything that the response needs. */
export type RefusedRequest = Rejection<VerificationErrorCode | 'unavailable'>;

export type RequestVerifier = (request: GuardedRequest) => Promise<AcceptedRequest | RefusedRequest>;

/**
 * Creates a verifier of requests with a DPoP-bound access token: all checks of RFC 9449 §4.3, the binding of token and key,
 * and RFC 9068 §4, in the order of `verificationErrorCodes`. A rejected request does not consume its proof. Reuse the
 * verifier: it caches keys and tokens.
 *
 * @throws TypeError that names the invalid option
 */
export function createRequestVerifier(options: RequestVerifierOptions): RequestVerifier {
  const { baseUrl, now = Date.now, nonces, replayStore, maxAge } = options;
  requireReplayStore(replayStore);
  requireBaseUrl(baseUrl);
  const token = resolveTokenOptions(options);
  return async ({ method, url, headers }) => {
    let nonceHeader: Record<string, string> = {};
    try {
      const nonce = await acceptedNonces(nonces);
      if (nonce?.[0] !== undefined) nonceHeader = { 'DPoP-Nonce': nonce[0] };
      const request = { method, url: publicUrl(url, baseUrl), headers };
      const verified = await verifyDpopRequest(request, { ...token, replayStore, maxAge, now: now() / 1000, nonce });
      return { ok: true, ...verified };
    } catch (error) {
      if (error instanceof UnavailableError) return rejectUnavailable(error);
      if (!(error instanceof VerificationError)) throw error;
      const challenge = dpopChallenge(error.code, challengeOf(options));
      return rejectUnauthorized(error, { 'WWW-Authenticate': challenge, ...nonceHeader });
    }
  };
}

/** Verifies one request. The caller reuses the key resolver and the replay store. */
export function verifyRequest(
  request: GuardedRequest,
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

/**
 * Creates middleware for Express 4 and 5 that passes verified requests on; the handler calls `agentOf(request)`. The
 * verifier needs its `baseUrl`.
 *
 * @example app.post('/notes', expressDpop(verify), (request, response) => response.json(agentOf(request).sub));
 */
export function expressDpop(verify: RequestVerifier): ExpressMiddleware {
  return createExpressGuard(verify, acceptedRequests);
}

/**
 * Creates an onRequest hook that passes verified requests on; the handler calls `agentOf(request)`. The verifier needs its
 * `baseUrl`.
 *
 * @example app.post('/notes', { onRequest: fastifyDpop(verify) }, async (request) => agentOf(request).sub);
 */
export function fastifyDpop(verify: RequestVerifier): FastifyHook {
  return createFastifyGuard(verify, acceptedRequests);
}

/**
 * Creates middleware for Hono that passes requests with a DPoP-bound access token on; the handler calls `agentOf(c.req)`.
 *
 * @example app.post('/notes', honoDpop(verify), (c) => c.json({ owner: agentOf(c.req).sub }));
 */
export function honoDpop(verify: RequestVerifier): HonoMiddleware {
  return createHonoGuard(verify, acceptedRequests);
}

/**
 * Guards a handler of fetch requests: edge runtimes, Deno, Bun, Next.js routes. Only verified requests reach it.
 *
 * @example export const POST = fetchDpop(verify, async (request, agent) => Response.json({ owner: agent.sub }));
 */
export function fetchDpop<Rest extends readonly unknown[]>(
  verify: RequestVerifier,
  handler: (request: Request, agent: AcceptedRequest, ...rest: Rest) => Response | Promise<Response>,
): (request: Request, ...rest: Rest) => Promise<Response> {
  return createFetchGuard(verify, handler);
}

const acceptedRequests = createVerifiedRequests<AcceptedRequest>('DPoP guard');

/**
 * Returns the verified caller of a request that passed an adapter.
 *
 * @throws Error for a request that no adapter has verified
 */
export function agentOf(request: object): AcceptedRequest {
  return acceptedRequests.get(request);
}
