import {
  createExpressGuard,
  createFastifyGuard,
  createFetchGuard,
  createHonoGuard,
  type ExpressMiddleware,
  type FastifyHook,
  type HonoMiddleware,
} from '../guards/adapters.ts';
import type { AcceptedAccessToken, AccessTokenVerifier } from './access-token-verifier.ts';
import { createVerifiedRequests } from '../guards/guard.ts';

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
