import { replayMargin, type ReplayStore } from '../../protocol/dpop-request.ts';
import { defaultProofMaxAge } from '../../protocol/proof-jwt.ts';
import { defaultClockSkew } from '../../protocol/signed-jwt.ts';

/** Used proofs of all areas and processes, in a server that may forget them. */
export interface UsedProofs {
  /** Stores proofs under a prefix. */
  readonly store: (prefix: string) => ReplayStore;
  /**
   * Unix seconds since which the server has every proof that it accepted.
   *
   * @throws Error when it does not respond, or must not be relied on
   */
  readonly completeSince: () => Promise<number>;
  /** Milliseconds. */
  readonly now: () => number;
}

/** Seconds that the clocks of two processes may differ. */
const clockTolerance = 2;

/**
 * Creates a store that accepts every proof once although the server may forget.
 *
 * Proofs that were created before the server was complete are refused. Of the later ones only those of a clock that is ahead
 * can have been used before then, and the database has these. It has everything of the first minutes too, so that processes
 * with and without the server can run side by side meanwhile.
 *
 * @param database store of the service in its database
 */
export function createSharedReplayStore(
  { store, completeSince, now }: UsedProofs,
  { prefix, database }: { readonly prefix: string; readonly database: ReplayStore },
): ReplayStore {
  const server = store(prefix);
  return {
    once: async (jkt, jti, expiresAt) => {
      const createdAt = expiresAt - defaultProofMaxAge - defaultClockSkew;
      const since = await completeSince();
      if (createdAt <= since + clockTolerance) return false;
      if (!(await server.once(jkt, jti, expiresAt))) return false;
      const at = now() / 1000;
      if (createdAt <= at && at > since + replayMargin) return true;
      return database.once(jkt, jti, expiresAt);
    },
  };
}
