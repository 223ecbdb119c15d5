import { longestActorChain } from '../../protocol/actor-chain.ts';
import type { Delegation } from '../../protocol/delegation.ts';
import type { Thumbprint } from '../../protocol/jwk-thumbprint.ts';
import { platformScopesOf } from '../../protocol/token-scope.ts';
import { delegationRefused, invalidTarget, scopeNotDelegated } from '../errors/oauth-errors.ts';

/** What the session of an agent allows, of which a helper gets a part. */
export interface DelegatingRights {
  readonly scope: string;
  /** The only service that the agent may call; null for all. */
  readonly resource: string | null;
  /** The agents of a delegated session, the current one first; empty for one that the owner approved. */
  readonly chain: readonly Thumbprint[];
  readonly expiresAt: Date;
}

/**
 * Returns what a helper may do: what both its agent and the delegation allow, for as long as both last.
 *
 * @throws DomainError invalid_request for a chain that is too long or has a key twice; invalid_scope and invalid_target
 *   when nothing is left
 */
export function delegatedRights(agent: DelegatingRights, delegation: Delegation): DelegatingRights {
  const agents = agent.chain.length > 0 ? agent.chain : [delegation.parentJkt];
  if (agents.includes(delegation.childJkt))
    throw delegationRefused('The helper is an agent of this chain already: an agent cannot help itself.');
  if (agents.length === longestActorChain)
    throw delegationRefused(`The chain has ${longestActorChain} agents already: this agent cannot delegate.`);
  const [allowed, requested] = [platformScopesOf(agent.scope), platformScopesOf(delegation.scope)];
  // An agent without platform scopes has all rights.
  const granted = allowed.length === 0 ? requested : requested.filter((scope) => allowed.includes(scope));
  if (granted.length === 0) throw scopeNotDelegated();
  if (agent.resource !== null && delegation.resource !== undefined && agent.resource !== delegation.resource)
    throw invalidTarget('The agent may call another resource than the delegation names.');
  return {
    scope: ['openid', ...granted].join(' '),
    resource: agent.resource ?? delegation.resource ?? null,
    chain: [delegation.childJkt, ...agents],
    expiresAt: new Date(Math.min(agent.expiresAt.getTime(), delegation.exp * 1000)),
  };
}

/**
 * Returns what a helper may still do after the rights of an agent above it were narrowed.
 *
 * @throws DomainError invalid_scope when nothing is left
 */
export function remainingScope(helper: string, agents: readonly string[]): string {
  const limits = agents.map(platformScopesOf).filter((scopes) => scopes.length > 0);
  const left = platformScopesOf(helper).filter((scope) => limits.every((allowed) => allowed.includes(scope)));
  if (left.length === 0) throw scopeNotDelegated();
  return ['openid', ...left].join(' ');
}
