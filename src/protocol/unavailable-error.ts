/**
 * Verification was not possible because a dependency is unreachable. Servers respond with 503; clients try again.
 */
export class UnavailableError extends Error {
  readonly code = 'unavailable';
  readonly needed:
    | 'key_set'
    | 'replay_store'
    | 'nonces'
    | 'status_list'
    | 'administrators'
    | 'directory'
    | 'notifications';

  constructor(needed: UnavailableError['needed'], cause: unknown) {
    super(`The verifier cannot reach its ${needed.replace('_', ' ')}: try again.`, { cause });
    this.name = 'UnavailableError';
    this.needed = needed;
  }
}
