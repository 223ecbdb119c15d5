import { createExpressGuard, type ExpressMiddleware } from '../guards/express-guard.ts';
import { acceptedRequests } from './accepted-requests.ts';
import type { RequestVerifier } from './verify-request.ts';

/**
 * Creates middleware for Express 4 and 5 that passes verified requests on; the handler calls `agentOf(request)`. The
 * verifier needs its `baseUrl`.
 *
 * @example app.post('/notes', expressDpop(verify), (request, response) => response.json(agentOf(request).sub));
 */
export function expressDpop(verify: RequestVerifier): ExpressMiddleware {
  return createExpressGuard(verify, acceptedRequests);
}
