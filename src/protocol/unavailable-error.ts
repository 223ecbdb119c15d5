/** What could not be reached. */
const names = {
  key_set: "provider's key set",
  replay_store: 'memory of used proofs',
  nonces: 'source of nonces',
} as const;

/**
 * Nothing was decided, because something that the decision needs could not be reached. It refuses
 * nobody: servers answer 503, clients try again.
 */
export class UnavailableError extends Error {
  readonly code = 'unavailable';
  readonly needed: keyof typeof names;

  constructor(needed: keyof typeof names, cause: unknown) {
    super(`The ${names[needed]} cannot be reached: try again.`, { cause });
    this.name = 'UnavailableError';
    this.needed = needed;
  }
}
