import { createFetchGuard } from '../guards/fetch-guard.ts';
import type { AcceptedAccessToken, AccessTokenVerifier } from './access-token-verifier.ts';

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
