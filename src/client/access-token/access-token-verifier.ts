import type { AccessToken } from '../../protocol/access-token.ts';
import { AuthorizationError, parseAuthorization } from '../../protocol/request-headers.ts';
import { BearerError, type BearerErrorCode, verifyBearerRequest } from '../../protocol/bearer-request.ts';
import { bearerChallenge, dpopChallenge, dpopOffer } from '../../protocol/challenge.ts';
import {
  type ReplayStore,
  verifyDpopRequest,
  VerificationError,
  type VerificationErrorCode,
} from '../../protocol/dpop-request.ts';
import type { JsonObject } from '../../protocol/json-object.ts';
import type { Thumbprint } from '../../protocol/jwk-thumbprint.ts';
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

export interface AccessTokenVerifierOptions extends GuardOptions {
  /** Stores used DPoP proofs for all processes of the service. Without it only Bearer tokens are accepted. */
  readonly replayStore?: ReplayStore | undefined;
}

/** The caller of a request with a valid access token. */
export interface AcceptedAccessToken {
  readonly ok: true;
  /** Session address of the signed-in user. */
  readonly sub: string;
  /** Application to which the token was issued. */
  readonly clientId: string;
  /** Granted scopes separated by spaces; empty without any. */
  readonly scope: string;
  /** Thumbprint of the key that signed the request; undefined for a Bearer token. */
  readonly jkt?: Thumbprint;
  /** All claims of the access token. */
  readonly claims: JsonObject;
}

/** A rejected request with everything that the response needs. */
export type RejectedAccessToken = Rejection<BearerErrorCode | VerificationErrorCode | 'unavailable'>;

export type AccessTokenVerifier = (request: GuardedRequest) => Promise<AcceptedAccessToken | RejectedAccessToken>;

/**
 * Creates a verifier of requests with an access token of the sign-in provider (RFC 9068 §4): `Authorization: Bearer`, or
 * `DPoP` with a proof. A key-bound token is accepted with a proof only. Reuse the verifier: it caches keys and tokens.
 *
 * @throws TypeError that names the invalid option
 */
export function createAccessTokenVerifier(options: AccessTokenVerifierOptions): AccessTokenVerifier {
  const { baseUrl, now = Date.now, replayStore } = options;
  const challenge = challengeOf(options);
  if (replayStore !== undefined) requireReplayStore(replayStore);
  requireBaseUrl(baseUrl);
  const expectation = resolveTokenOptions(options);
  const bearerOffer = bearerChallenge('missing_authorization', challenge);
  const offer = replayStore === undefined ? bearerOffer : `${bearerOffer}, ${dpopOffer(challenge)}`;

  const verifyRequestByScheme = async (request: GuardedRequest): Promise<AcceptedAccessToken> => {
    const { scheme } = parseAuthorization(request.headers);
    const token = { ...expectation, now: now() / 1000 };
    if (scheme === 'bearer') return accept(await verifyBearerRequest(request, token));
    if (scheme !== 'dpop' || replayStore === undefined) {
      const accepted =
        replayStore === undefined
          ? 'Bearer: this service verifies no DPoP proofs, because it stores none (option replayStore)'
          : 'Bearer or DPoP';
      throw new AuthorizationError('invalid_scheme', `The Authorization scheme must be ${accepted}.`);
    }
    const { method, url, headers } = request;
    const bound = { method, url: publicUrl(url, baseUrl), headers };
    const { jkt, ...verified } = await verifyDpopRequest(bound, { ...token, replayStore });
    return { ...accept(verified), jkt };
  };

  return (request) =>
    verifyRequestByScheme(request).catch((error: unknown) => {
      if (error instanceof UnavailableError) return rejectUnavailable(error);
      // RFC 6750 §3.1: a request without credentials gets no error, only the accepted schemes.
      if (error instanceof AuthorizationError) return rejectUnauthorized(error, { 'WWW-Authenticate': offer });
      if (error instanceof BearerError) {
        return rejectUnauthorized(error, { 'WWW-Authenticate': bearerChallenge(error.code, challenge) });
      }
      if (error instanceof VerificationError) {
        return rejectUnauthorized(error, { 'WWW-Authenticate': dpopChallenge(error.code, challenge) });
      }
      throw error;
    });
}

function accept({ sub, clientId, claims }: Pick<AccessToken, 'sub' | 'clientId' | 'claims'>): AcceptedAccessToken {
  const { scope } = claims;
  return { ok: true, sub, clientId, scope: typeof scope === 'string' ? scope : '', claims };
}

/**
 * Creates middleware for Express 4 and 5 that passes requests with a valid access token on; the handler calls
 * `callerOf(request)`.
 *
 * @example app.get('/notes', expressAccessToken(verifyToken), (request, response) => response.json(callerOf(request).sub));
 */
export function expressAccessToken(verify: AccessTokenVerifier): ExpressMiddleware {
  return createExpressGuard(verify, callers);
}

/**
 * Creates an onRequest hook that passes requests with a valid access token on; the handler calls `callerOf(request)`.
 *
 * @example app.get('/notes', { onRequest: fastifyAccessToken(verifyToken) }, async (request) => callerOf(request).sub);
 */
export function fastifyAccessToken(verify: AccessTokenVerifier): FastifyHook {
  return createFastifyGuard(verify, callers);
}

/**
 * Creates middleware for Hono that passes requests with a valid access token on; the handler calls `callerOf(c.req)`.
 *
 * @example app.get('/notes', honoAccessToken(verifyToken), (c) => c.json({ user: callerOf(c.req).sub }));
 */
export function honoAccessToken(verify: AccessTokenVerifier): HonoMiddleware {
  return createHonoGuard(verify, callers);
}

/**
 * Guards a handler of fetch requests: edge runtimes, Deno, Bun, Hono. Only requests with a valid access token reach it.
 *
 * @example export default { fetch: fetchAccessToken(verifyToken, async (request, caller) => Response.json(caller.sub)) };
 */
export function fetchAccessToken<Rest extends readonly unknown[]>(
  verify: AccessTokenVerifier,
  handler: (request: Request, caller: AcceptedAccessToken, ...rest: Rest) => Response | Promise<Response>,
): (request: Request, ...rest: Rest) => Promise<Response> {
  return createFetchGuard(verify, handler);
}

/**
 * Guards a Next.js route handler (App Router). The handler receives the request, its caller and the route context with
 * `params`.
 *
 * @example export const GET = nextAccessToken(verifyToken, async (request, caller) => Response.json({ user: caller.sub }));
 */
export function nextAccessToken<Context>(
  verify: AccessTokenVerifier,
  handler: (request: Request, caller: AcceptedAccessToken, context: Context) => Response | Promise<Response>,
): (request: Request, context: Context) => Promise<Response> {
  return createFetchGuard(verify, handler);
}

const callers = createVerifiedRequests<AcceptedAccessToken>('access token guard');

/**
 * Returns the caller of a request that passed expressAccessToken or fastifyAccessToken.
 *
 * @throws Error for a request that no guard has verified
 */
export function callerOf(request: object): AcceptedAccessToken {
  return callers.get(request);
}
