import { createVerifiedRequests } from '../guards/guard.ts';
import type { AcceptedRequest } from './verify-request.ts';

export const acceptedRequests = createVerifiedRequests<AcceptedRequest>('DPoP guard');

/**
 * Returns the verified caller of a request that passed an adapter.
 *
 * @throws Error for a request that no adapter has verified
 */
export function agentOf(request: object): AcceptedRequest {
  return acceptedRequests.get(request);
}
