import { createFastifyGuard, type FastifyHook } from '../guards/fastify-guard.ts';
import { acceptedRequests } from './accepted-requests.ts';
import type { RequestVerifier } from './verify-request.ts';

/**
 * Creates an onRequest hook that passes verified requests on; the handler calls `agentOf(request)`. The verifier needs its
 * `baseUrl`.
 *
 * @example app.post('/notes', { onRequest: fastifyDpop(verify) }, async (request) => agentOf(request).sub);
 */
export function fastifyDpop(verify: RequestVerifier): FastifyHook {
  return createFastifyGuard(verify, acceptedRequests);
}
