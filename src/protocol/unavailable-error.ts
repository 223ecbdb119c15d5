/**
 * Nothing was decided, because something that the decision needs could not be reached. It refuses
 * nobody: servers answer 503, clients try again.
 */
export class UnavailableError extends Error {
  readonly code = 'unavailable';
  /** What could not be reached: the provider's key set, or the memory of used proofs. */
  readonly needed: 'key_set' | 'replay_store';

  constructor(needed: 'key_set' | 'replay_store', cause: unknown) {
    super(
      `The ${needed === 'key_set' ? "provider's key set" : 'memory of used proofs'} cannot be reached: try again.`,
      { cause },
    );
    this.name = 'UnavailableError';
    this.needed = needed;
  }
}
