/** Readable names of the dependencies. */
const names = {
  key_set: "provider's key set",
  replay_store: 'replay store',
  nonces: 'nonce source',
  status_list: "provider's status list",
  administrators: "provider's list of administrators",
} as const;

/**
 * Verification was not possible because a dependency is unreachable. Servers respond with 503; clients try again.
 */
export class UnavailableError extends Error {
  readonly code = 'unavailable';
  readonly needed: 'key_set' | 'replay_store' | 'nonces' | 'status_list';

  constructor(needed: UnavailableError['needed'], cause: unknown) {
    super(`The verifier cannot reach its ${needed.replace('_', ' ')}: try again.`, { cause });
    this.name = 'UnavailableError';
    this.needed = needed;
  }
}
