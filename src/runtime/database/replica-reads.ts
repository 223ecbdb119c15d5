import { DomainError } from '../errors/domain-error.ts';
import { isUnavailable } from './database-errors.ts';

/** Time without reads from the replica after a failure, milliseconds. */
export const replicaPause = 5_000;

/**
 * Makes a read that asks the replica first, and the primary for what the replica does not have yet.
 *
 * @param isCurrent whether what the replica returned cannot be outdated; default: it returned something
 */
export type ReplicaRead = <Query extends readonly unknown[], Found>(
  replica: (...query: Query) => Promise<Found>,
  primary: (...query: Query) => Promise<Found>,
  isCurrent?: (found: Found) => boolean,
) => (...query: Query) => Promise<Found>;

/**
 * Creates reads from one replica, which lags behind. All of them fall back to the primary while the replica is unavailable,
 * without its timeout.
 *
 * @param now milliseconds
 */
export function createReplicaReads(now: () => number): ReplicaRead {
  let pausedUntil: number | undefined;
  return (replica, primary, isCurrent = (found) => found !== undefined) =>
    async (...query) => {
      const at = now();
      if (pausedUntil !== undefined) {
        if (at < pausedUntil) return primary(...query);
        // This read probes the replica; concurrent reads go to the primary.
        pausedUntil = at + replicaPause;
      }
      try {
        const found = await replica(...query);
        pausedUntil = undefined;
        if (isCurrent(found)) return found;
      } catch (error) {
        const missing = error instanceof DomainError && error.status === 404;
        if (missing) pausedUntil = undefined;
        else if (isUnavailable(error)) pausedUntil = now() + replicaPause;
        else throw error;
      }
      return primary(...query);
    };
}
