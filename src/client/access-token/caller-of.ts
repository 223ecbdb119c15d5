import { createVerifiedRequests } from '../guards/guard.ts';
import type { AcceptedAccessToken } from './access-token-verifier.ts';

export const callers = createVerifiedRequests<AcceptedAccessToken>('access token guard');

/**
 * Returns the caller of a request that passed expressAccessToken or fastifyAccessToken.
 *
 * @throws Error for a request that no guard has verified
 */
export function callerOf(request: object): AcceptedAccessToken {
  return callers.get(request);
}
