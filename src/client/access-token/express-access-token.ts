import { createExpressGuard, type ExpressMiddleware } from '../guards/express-guard.ts';
import type { AccessTokenVerifier } from './access-token-verifier.ts';
import { callers } from './caller-of.ts';

/**
 * Creates middleware for Express 4 and 5 that passes requests with a valid access token on; the handler calls
 * `callerOf(request)`.
 *
 * @example app.get('/notes', expressAccessToken(verifyToken), (request, response) => response.json(callerOf(request).sub));
 */
export function expressAccessToken(verify: AccessTokenVerifier): ExpressMiddleware {
  return createExpressGuard(verify, callers);
}
