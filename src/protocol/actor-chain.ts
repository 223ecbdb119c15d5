import { isJsonObject, type JsonObject } from './json-object.ts';
import { isThumbprint, type Thumbprint } from './jwk-thumbprint.ts';

/** Longest chain: an agent, its helper, and the helper's helper. */
export const longestActorChain = 3;

/** The claim `act` (RFC 8693 §4.1): the current actor, and in `act` the one that it acts for. */
export interface ActorClaim {
  readonly sub: Thumbprint;
  readonly act?: ActorClaim;
}

/** @param chain thumbprints, the current actor first; empty without a delegation */
export function actorClaim([current, ...prior]: readonly Thumbprint[]): ActorClaim | undefined {
  if (current === undefined) return undefined;
  const act = actorClaim(prior);
  return { sub: current, ...(act && { act }) };
}

/** The claim `act` of a token is malformed. */
export class ActorClaimError extends Error {
  readonly code = 'bad_act';

  constructor(message: string) {
    super(message);
    this.name = 'ActorClaimError';
  }
}

/**
 * Returns the chain of agents in the claims of a token of the provider, the current actor first; empty for an agent that
 * its owner approved directly.
 *
 * @throws ActorClaimError for an `act` of another form
 */
export function actorChainOf({ act }: JsonObject): readonly Thumbprint[] {
  const chain: Thumbprint[] = [];
  for (let actor = act; actor !== undefined; actor = actor['act']) {
    if (!isJsonObject(actor) || !isThumbprint(actor['sub']) || chain.length === longestActorChain)
      throw new ActorClaimError(`The claim act is not a chain of at most ${longestActorChain} keys.`);
    chain.push(actor['sub']);
  }
  return chain;
}
