/** An agent with a verified request. */
export interface Agent {
  /** Thumbprint of its key. */
  readonly jkt: string;
  /** Session address of the owner in its access token. */
  readonly sub: string;
  /** Keys of the agents that it helps, the one that delegated to it first; absent for an agent that the owner approved. */
  readonly helperOf?: readonly string[];
}

/** First half of every pseudonym; an owner's own address has it with a probability of 2⁻⁶⁴. */
const prefix = '0'.repeat(16);
const keyMark = `erased${'_'.repeat(21)}`;

/**
 * Derives the pseudonym of an erased owner from a new id, of which it uses the random digits.
 *
 * @param id UUID
 */
export const pseudonymOf = (id: string): string => `${prefix}${id.replaceAll('-', '').slice(16)}`;

/** Returns the thumbprint shown for all keys of an erased owner. */
export const pseudonymKey = (pseudonym: string): string => `${keyMark}${pseudonym.slice(16)}`;

/** Returns whether an owner was erased. */
export const isPseudonym = (owner: string): boolean => owner.startsWith(prefix);
