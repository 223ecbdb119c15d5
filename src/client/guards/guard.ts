import type { GuardedRequest } from './incoming-request.ts';
import type { Rejection } from './rejection.ts';

/** A function that accepts or rejects a request. */
export type Verify<Accepted> = (request: GuardedRequest) => Promise<Accepted | Rejection<string>>;

/** Verified requests by request object, so that no framework type needs a new member. */
export interface VerifiedRequests<Accepted> {
  readonly set: (request: object, accepted: Accepted) => void;
  /** @throws Error for a request that no guard has verified */
  readonly get: (request: object) => Accepted;
}

/** @param guard name of the guard for the error message */
export function createVerifiedRequests<Accepted>(guard: string): VerifiedRequests<Accepted> {
  const verified = new WeakMap<object, Accepted>();
  return {
    set: (request, accepted) => void verified.set(request, accepted),
    get: (request) => {
      const accepted = verified.get(request);
      if (accepted === undefined) throw new Error(`The request was not verified: put the ${guard} before this route.`);
      return accepted;
    },
  };
}
