/** Readable names of the dependencies. */
const names = {
  key_set: "provider's key set",
  replay_store: 'replay store',
  nonces: 'nonce source',
  status_list: "provider's status list",
} as const;

/**
 * Verification was not possible because a dependency is unreachable. Servers respond with 503; clients try again.
 */
export class UnavailableError extends Error {
  readonly code = 'unavailable';
  readonly needed: keyof typeof names;

  constructor(needed: keyof typeof names, cause: unknown) {
    super(`The ${names[needed]} is unreachable: try again.`, { cause });
    this.name = 'UnavailableError';
    this.needed = needed;
  }
}
