import { createFastifyGuard, type FastifyHook } from '../guards/fastify-guard.ts';
import type { AccessTokenVerifier } from './access-token-verifier.ts';
import { callers } from './caller-of.ts';

/**
 * Creates an onRequest hook that passes requests with a valid access token on; the handler calls `callerOf(request)`.
 *
 * @example app.get('/notes', { onRequest: fastifyAccessToken(verifyToken) }, async (request) => callerOf(request).sub);
 */
export function fastifyAccessToken(verify: AccessTokenVerifier): FastifyHook {
  return createFastifyGuard(verify, callers);
}
