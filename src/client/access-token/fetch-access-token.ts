import { createFetchGuard } from '../guards/fetch-guard.ts';
import type { AcceptedAccessToken, AccessTokenVerifier } from './access-token-verifier.ts';

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
