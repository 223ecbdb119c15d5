import type { AcceptedRequest } from './verify-request.ts';

// By the request itself: no framework has to be told of a new member.
const accepted = new WeakMap<object, AcceptedRequest>();

export function rememberAcceptedRequest(request: object, verified: AcceptedRequest): void {
  accepted.set(request, verified);
}

/**
 * Who sent a request that an adapter let through.
 *
 * @throws Error for a request that no adapter has verified: a route without its guard
 */
export function agentOf(request: object): AcceptedRequest {
  const verified = accepted.get(request);
  if (verified === undefined) throw new Error('The request was not verified: put the DPoP guard before this route.');
  return verified;
}
