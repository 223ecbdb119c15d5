import type { Client } from '../client.ts';

/** `use`: use the stored copy. `fetch`: fetch the keys. `wait`: there are none, and the last attempt to fetch them was too recent. */
export type KeyFetchDecision = 'use' | 'fetch' | 'wait';

/** Milliseconds between two requests to a `jwks_uri`, however many assertions name keys that it does not have. */
const shortestPause = 60_000;

/** Decides whether the keys of a client have to be fetched from its `jwks_uri` for an assertion with this `kid`. */
export function keyFetchDecision(
  { jwks, jwksFreshUntil, jwksTriedAt }: Pick<Client, 'jwks' | 'jwksFreshUntil' | 'jwksTriedAt'>,
  kid: string | undefined,
  now: Date,
): KeyFetchDecision {
  const fresh = jwksFreshUntil !== null && jwksFreshUntil > now;
  // An unknown kid may be a key that was added since.
  const known = kid === undefined || (jwks?.keys ?? []).some((key) => key.kid === kid);
  if (fresh && known) return 'use';
  const justTried = jwksTriedAt !== null && now.getTime() - jwksTriedAt.getTime() < shortestPause;
  if (!justTried) return 'fetch';
  return fresh ? 'use' : 'wait';
}
