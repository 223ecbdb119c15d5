import type { AcceptedRequest } from './verify-request.ts';

// Keyed by the request object, so that no framework type needs a new member.
const accepted = new WeakMap<object, AcceptedRequest>();

export function rememberAcceptedRequest(request: object, verified: AcceptedRequest): void {
  accepted.set(request, verified);
}

/**
 * Returns the verified caller of a request that passed an adapter.
 *
 * @throws Error for a request that no adapter has verified
 */
export function agentOf(request: object): AcceptedRequest {
  const verified = accepted.get(request);
  if (verified === undefined) throw new Error('The request was not verified: put the DPoP guard before this route.');
  return verified;
}
