import {
  createExpressGuard,
  createFastifyGuard,
  createFetchGuard,
  createHonoGuard,
  type ExpressMiddleware,
  type FastifyHook,
  type HonoMiddleware,
} from '../guards/adapters.ts';
import type { AcceptedRequest, RequestVerifier } from './verify-request.ts';
import { createVerifiedRequests } from '../guards/guard.ts';

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
