import { createFetchGuard } from '../guards/fetch-guard.ts';
import type { AcceptedRequest, RequestVerifier } from './verify-request.ts';

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
